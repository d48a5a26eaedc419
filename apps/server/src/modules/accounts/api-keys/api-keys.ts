import { randomUUID } from 'node:crypto';
import { isIP } from 'node:net';
import { DAY_MS, HOUR_MS } from '@moneytrail/calendar';
import {
  type ApiKey,
  AppError,
  type createApiKey,
  KEY_PREFIX,
  MOST_KEYS,
  type RequestOf,
  ROTATION_HOURS,
} from '@moneytrail/contract';
import type { Db, Trx } from '../../../db/index.ts';
import { isoMoment } from '../../../iso-time.ts';
import { auditContext, type UserCall } from '../account-services.ts';
import { sendNotice } from '../limits/sending.ts';
import { keyMadeMail } from '../messages/messages.ts';
import { assertReauthenticated, notFound } from '../profile/guards.ts';
import { findUser, type UserRow } from '../profile/user-store.ts';
import { newToken, tokenHash } from '../secrets/keys.ts';
import {
  deleteKey,
  endSecrets,
  findKey,
  insertKey,
  insertSecret,
  isInForce,
  type KeyRow,
  listKeys,
  listOf,
  listSecrets,
  type SecretRow,
  scopesOf,
} from './key-store.ts';

/** The part of a secret by which people recognise it. */
const BEGINNING_LENGTH = 10;
const ROTATION_MS = ROTATION_HOURS * HOUR_MS;
const PREFIX_BITS = { 4: 32, 6: 128 } as const;

function presentKey(key: KeyRow, secrets: readonly SecretRow[]): ApiKey {
  const own = secrets.filter(({ key_id }) => key_id === key.id);
  const replaced = own.find(({ ends_at_ms }) => ends_at_ms !== null);
  return {
    _id: key.id,
    name: key.name,
    beginning: own[0]?.beginning ?? '',
    scopes: scopesOf(key),
    networks: listOf(key.networks),
    createdAt: new Date(key.created_at_ms).toISOString(),
    endsAt: isoMoment(key.ends_at_ms),
    lastUsedAt: isoMoment(key.last_used_at_ms),
    oldSecretEndsAt: isoMoment(replaced?.ends_at_ms ?? null),
  };
}

/** An account's keys that have not ended, newest first. */
export async function readApiKeys(
  { db, clock }: { db: Db; clock: { now: () => number } },
  userId: string,
): Promise<ApiKey[]> {
  const nowMs = clock.now();
  const keys = (await listKeys(db, userId)).filter((key) => isInForce(key, nowMs));
  const secrets = await listSecrets(
    db,
    keys.map(({ id }) => id),
  );
  const valid = secrets.filter(({ ends_at_ms }) => ends_at_ms === null || ends_at_ms > nowMs);
  return keys.map((key) => presentKey(key, valid));
}

/** Throws 400 unless a text is an IP address, or one with the length of its network's prefix. */
function assertNetwork(text: string): void {
  const [address = '', bits, ...more] = text.split('/');
  const kind = isIP(address);
  const isBits =
    bits === undefined ||
    (kind !== 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= PREFIX_BITS[kind === 4 ? 4 : 6]);
  if (kind !== 0 && isBits && more.length === 0) return;
  throw new AppError('BAD_REQUEST', `networks: ${text} is no address or network`);
}

/** The moment after the last day, in UTC; throws 400 for a day that is over. */
function endOf(lastDay: string | undefined, nowMs: number): number | null {
  if (lastDay === undefined) return null;
  const endsMs = Date.parse(`${lastDay}T00:00:00Z`) + DAY_MS;
  if (endsMs > nowMs) return endsMs;
  throw new AppError('BAD_REQUEST', 'lastDay: is over already');
}

type ToldOnce = { key: ApiKey; secret: string };

async function addSecret(trx: Trx, keyId: string, nowMs: number): Promise<string> {
  const secret = KEY_PREFIX + newToken();
  const beginning = secret.slice(0, BEGINNING_LENGTH);
  await insertSecret(trx, { keyId, hash: tokenHash(secret), beginning, nowMs });
  return secret;
}

/** Runs a change of the caller's keys with their account locked, so that limits hold under concurrent requests. */
function changeKeys<T>(call: UserCall, change: (trx: Trx, user: UserRow) => Promise<T>) {
  return call.db.transaction().execute(async (trx) => {
    const user = (await findUser(trx, call.session.user._id, 'for update')) ?? notFound();
    return change(trx, user);
  });
}

type Changed = Record<string, unknown>;

async function record(
  call: UserCall,
  trx: Trx,
  entry: { action: string; before?: Changed; after?: Changed },
): Promise<void> {
  const id = call.session.user._id;
  await call.audit.append(trx, { ...entry, actorId: id, subjectId: id, ...auditContext(call) });
}

async function told(trx: Trx, id: string, secret: string): Promise<ToldOnce> {
  const key = (await findKey(trx, id)) ?? notFound();
  return { key: presentKey(key, await listSecrets(trx, [id])), secret };
}

const TOO_MANY = `You may have ${MOST_KEYS} API keys. Revoke one to make another.`;

/**
 * Makes a key and notifies its owner by mail. Throws 403 without a recent sign-in, 400 for a network or an end that is
 * none, 409 if the account has too many keys.
 */
export async function makeApiKey(
  call: UserCall,
  { name, scopes, networks, lastDay }: RequestOf<typeof createApiKey>['body'],
): Promise<ToldOnce> {
  assertReauthenticated(call, call.session);
  for (const network of networks) assertNetwork(network);
  const nowMs = call.clock.now();
  const row: KeyRow = {
    id: randomUUID(),
    user_id: call.session.user._id,
    name,
    scopes: scopes.join(' '),
    networks: networks.join(' '),
    created_at_ms: nowMs,
    ends_at_ms: endOf(lastDay, nowMs),
    last_used_at_ms: null,
  };
  return changeKeys(call, async (trx, user) => {
    const held = (await listKeys(trx, user.id)).filter((key) => isInForce(key, nowMs));
    if (held.length >= MOST_KEYS) throw new AppError('CONFLICT', TOO_MANY);
    await insertKey(trx, row);
    const secret = await addSecret(trx, row.id, nowMs);
    await record(call, trx, {
      action: 'key.made',
      after: { keyId: row.id, name, scopes, networks },
    });
    await sendNotice(call, trx, keyMadeMail(call, user, name));
    return told(trx, row.id, secret);
  });
}

/** Gives a key another secret; the one before stays valid for a day. Throws 404 for a key that is not the caller's. */
export async function rotateKey(call: UserCall, id: string): Promise<ToldOnce> {
  assertReauthenticated(call, call.session);
  const nowMs = call.clock.now();
  return changeKeys(call, async (trx, user) => {
    const key = await findKey(trx, id);
    if (key?.user_id !== user.id || !isInForce(key, nowMs)) notFound();
    await endSecrets(trx, id, nowMs + ROTATION_MS);
    const secret = await addSecret(trx, id, nowMs);
    await record(call, trx, { action: 'key.rotated', after: { keyId: id, name: key.name } });
    return told(trx, id, secret);
  });
}

/** Ends a key, its tokens and its streams. Throws 404 for a key that is not the caller's. */
export async function revokeKey(call: UserCall, id: string): Promise<void> {
  const userId = call.session.user._id;
  await changeKeys(call, async (trx) => {
    const key = await findKey(trx, id);
    if (!(await deleteKey(trx, { id, user_id: userId }))) notFound();
    await record(call, trx, { action: 'key.revoked', before: { keyId: id, name: key?.name } });
  });
  call.accessChanged([userId]);
}
