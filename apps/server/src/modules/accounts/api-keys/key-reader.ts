import { BlockList, isIPv6 } from 'node:net';
import { MINUTE_MS, SECOND_MS } from '@moneytrail/calendar';
import { AppError, KEY_PREFIX, type KeyScope } from '@moneytrail/contract';
import { LRUCache } from 'lru-cache';
import type { Db } from '../../../db/index.ts';
import { CUSTOMER_PREFIX, type Grant, type Granted } from '../../../http/grant.ts';
import type { Log } from '../../../log.ts';
import type { AddressLimit } from '../limits/limiter.ts';
import { type SignedInUser, signedInUser } from '../profile/present-account.ts';
import { findPerson } from '../profile/user-store.ts';
import { tokenHash } from '../secrets/keys.ts';
import { createLiveCache } from '../sessions/live-cache.ts';
import { stateProblem } from '../sessions/session-policy.ts';
import type { CustomerTokens } from './customer-tokens.ts';
import {
  findKey,
  findKeysBySecrets,
  isInForce,
  type KeyRow,
  listOf,
  noteKeyUse,
  scopesOf,
} from './key-store.ts';

/** A revoked key is refused after this time at the latest, whether or not other processes hear of it. */
const MAX_AGE_MS = 900;
const UNREADABLE = 'The API key cannot be checked at the moment. Please try again.';
const REFUSED = 'The API key or token is not valid.';
const TOO_MANY = 'Too many requests with API keys that are not valid have come from this address.';
const MOST_KEYS_NOTED = 10_000;

type LiveKey = {
  key: KeyRow;
  scopes: readonly KeyScope[];
  isAllowed: (address: string) => boolean;
  user: SignedInUser;
};

/** A caller with a key or a token: their account's user, with the grant. */
export type KeyUser = SignedInUser & Granted;

function addressCheck(networks: readonly string[]): LiveKey['isAllowed'] {
  if (networks.length === 0) return () => true;
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const kind = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, kind);
    else list.addSubnet(address, Number(bits), kind);
  }
  return (address) => list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

type Deps = {
  db: Db;
  clock: { now: () => number };
  log: Log;
  settings: { isDemo: boolean };
  customerTokens: CustomerTokens;
  /** Counts a request with a key that is not valid. */
  limitUnknown: AddressLimit;
};

/**
 * Finds keys by their secrets with one query at a time, which those that come meanwhile share: however many addresses try
 * keys that do not exist, the look-ups hold one connection.
 */
function createSecretLookUp({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  type Batch = { hashes: Buffer[]; rows: Promise<Map<string, KeyRow>> };
  const nameOf = (hash: Buffer) => hash.toString('base64');
  let next: Batch | null = null;
  let last: Promise<unknown> = Promise.resolve();

  async function readAll(hashes: readonly Buffer[]) {
    const rows = await findKeysBySecrets(db, hashes, clock.now());
    return new Map(rows.map(({ hash, ...key }) => [nameOf(hash), key]));
  }

  function begin(): Batch {
    const hashes: Buffer[] = [];
    const rows = last.then(() => {
      next = null;
      return readAll(hashes);
    });
    last = rows.catch(() => undefined);
    return { hashes, rows };
  }

  return async (secret: string): Promise<KeyRow | null> => {
    const hash = tokenHash(secret);
    next ??= begin();
    next.hashes.push(hash);
    return (await next.rows).get(nameOf(hash)) ?? null;
  };
}

export type KeyReader = ReturnType<typeof createKeyReader>;

/** Identifies callers by an API key, or by a token that one has made. */
export function createKeyReader(deps: Deps) {
  const { db, clock, log, settings, customerTokens } = deps;
  const bySecret = createSecretLookUp(deps);
  const keys = createLiveCache<LiveKey>({
    clock,
    maxAgeMs: MAX_AGE_MS,
    unreadable: UNREADABLE,
    load: async (name) => {
      const key = await (name.startsWith(KEY_PREFIX) ? bySecret(name) : findKey(db, name));
      if (!key || !isInForce(key, clock.now())) return null;
      const person = await findPerson(db, key.user_id);
      if (!person || stateProblem(person.user, settings)) return null;
      return {
        key,
        scopes: scopesOf(key),
        isAllowed: addressCheck(listOf(key.networks)),
        user: signedInUser(person, clock.now()),
      };
    },
  });
  /** The last stored use of each key. */
  const noted = new LRUCache<string, number>({ max: MOST_KEYS_NOTED });

  function noteUse(id: string): void {
    const nowMs = clock.now();
    if (Math.abs(nowMs - (noted.get(id) ?? 0)) < MINUTE_MS) return;
    noted.set(id, nowMs);
    noteKeyUse(db, id, nowMs).catch((error: unknown) => {
      log.warn({ err: error }, 'the last use of an API key is not stored');
    });
  }

  /** The key behind a bearer, with what it grants; null if it is not valid. */
  async function find(
    bearer: string,
    address: string,
  ): Promise<{ live: LiveKey; grant: Grant } | null> {
    if (!bearer.startsWith(CUSTOMER_PREFIX)) {
      const live = await keys.get(bearer);
      if (!live) return null;
      const { key, scopes } = live;
      const grant = {
        keyId: key.id,
        scopes,
        customer: null,
        endsAtMs: key.ends_at_ms,
        isFromItsNetwork: live.isAllowed(address),
      };
      return { live, grant };
    }
    const claims = await customerTokens.read(bearer);
    const live = claims && (await keys.get(claims.keyId));
    if (!live) return null;
    // A token never has more than its key has now. Customers may be on any network.
    const scopes = claims.scopes.filter((scope) => live.scopes.includes(scope));
    return { live, grant: { ...claims, scopes, isFromItsNetwork: true } };
  }

  /** Only keys are counted: the pages of many customers may share an address, and a token that is invalid costs no query. */
  async function refuse(bearer: string, address: string): Promise<never> {
    if (!bearer.startsWith(CUSTOMER_PREFIX)) {
      const { isAllowed, retryAtMs, nowMs } = await deps.limitUnknown(address);
      const retryAfterSeconds = Math.ceil((retryAtMs - nowMs) / SECOND_MS);
      if (!isAllowed) throw new AppError('RATE_LIMITED', TOO_MANY, { retryAfterSeconds });
    }
    throw new AppError('UNAUTHORIZED', REFUSED);
  }

  return {
    /**
     * The caller of a request with a key or a token; throws 401 for an invalid one, and 429 once too many keys that are
     * not valid have come from the address. Valid keys are never refused for that.
     */
    async read(bearer: string, address: string): Promise<KeyUser> {
      const found = await find(bearer, address);
      if (!found) return refuse(bearer, address);
      if (found.grant.isFromItsNetwork) noteUse(found.grant.keyId);
      return { ...found.live.user, grant: found.grant };
    },
    /** The user of a grant with the current rights of its key; null if the key has ended. */
    async find(named: Pick<Grant, 'keyId' | 'customer' | 'endsAtMs'>): Promise<KeyUser | null> {
      const live = await keys.get(named.keyId);
      if (!live) return null;
      const grant = { ...named, scopes: live.scopes, isFromItsNetwork: true };
      return { ...live.user, grant };
    },
    forget: keys.forget,
  };
}
