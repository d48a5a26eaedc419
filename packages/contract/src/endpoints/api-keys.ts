import * as z from 'zod/mini';
import { endpoint, KEY_SCOPES } from '../endpoint.ts';
import { text } from '../text.ts';
import { calendarDay, nameLine } from './account-fields.ts';

/** Keys in force of one account; expired and revoked ones do not count. */
export const MOST_KEYS = 20;
/** Begins every key, so that scanners of published code recognise it. */
export const KEY_PREFIX = 'mt_';
/** After a rotation, the replaced secret stays valid for a day. */
export const ROTATION_HOURS = 24;
/**
 * Requests a minute in each process: with one key, with all keys of an account, of one customer's tokens, and of all
 * customers of an account, so that no customer uses up what others need.
 */
export const KEY_BUDGET = { key: 600, account: 1_200, customer: 120, customers: 3_000 } as const;

const scopes = z.array(z.enum(KEY_SCOPES)).check(
  z.minLength(1, 'Choose at least one scope'),
  z.maxLength(KEY_SCOPES.length),
  z.refine((given) => new Set(given).size === given.length, 'Name each scope once'),
);

/** An address, or a network such as `203.0.113.0/24` or `2001:db8::/32`. */
const network = text().check(z.minLength(2), z.maxLength(43));
const MOST_NETWORKS = 20;

/** A key without its secret; times are ISO 8601 in UTC. */
export const apiKey = z.strictObject({
  _id: z.string(),
  name: z.string(),
  /** The first characters of the newest secret. */
  beginning: z.string(),
  scopes,
  /** The networks that may use the key; empty for all. */
  networks: z.array(z.string()),
  createdAt: z.string(),
  /** Null for a key without an end. */
  endsAt: z.nullable(z.string()),
  /** Exact to a minute; null if the key was never used. */
  lastUsedAt: z.nullable(z.string()),
  /** The end of the secret that a rotation replaced; null if only one is valid. */
  oldSecretEndsAt: z.nullable(z.string()),
});
export type ApiKey = z.infer<typeof apiKey>;

const keyParams = z.strictObject({ id: text().check(z.minLength(1), z.maxLength(64)) });

/** The secret is told once; only its hash is stored. */
const toldOnce = z.strictObject({ key: apiKey, secret: z.string() });

export const listApiKeys = endpoint({
  name: 'listApiKeys',
  summary: "Lists the account's API keys in force, newest first.",
  method: 'GET',
  path: '/api/keys',
  access: 'user',
  response: z.array(apiKey),
});

export const createApiKey = endpoint({
  name: 'createApiKey',
  summary: 'Makes an API key. Needs full access, and a sign-in of the last 15 minutes.',
  method: 'POST',
  path: '/api/keys',
  access: 'fullAccess',
  body: z.strictObject({
    name: nameLine(60),
    scopes,
    networks: z._default(z.array(network).check(z.maxLength(MOST_NETWORKS)), []),
    /** The last day of the key, in UTC; it has no end if absent. */
    lastDay: z.optional(calendarDay),
  }),
  response: toldOnce,
});

export const rotateApiKey = endpoint({
  name: 'rotateApiKey',
  summary:
    'Gives a key another secret; the one before stays valid for a day. Needs a sign-in of the last 15 minutes.',
  method: 'POST',
  path: '/api/keys/:id/rotate',
  access: 'user',
  params: keyParams,
  response: toldOnce,
});

export const revokeApiKey = endpoint({
  name: 'revokeApiKey',
  summary: 'Ends a key, its tokens and its streams at once, on every server.',
  method: 'DELETE',
  path: '/api/keys/:id',
  access: 'user',
  params: keyParams,
  response: z.undefined(),
});

/** Minutes; a page asks its own server for the next token. */
export const LONGEST_TOKEN = 60;
const USUAL_TOKEN = 15;
/** The longest `user` and `client` of the charts storage. */
export const LONGEST_CUSTOMER = 200;

export const createToken = endpoint({
  name: 'createToken',
  summary:
    'Makes a token for the page of one customer, with the rights of the key that asks or fewer. It ends with its key.',
  method: 'POST',
  path: '/api/tokens',
  access: 'user',
  scope: 'any',
  body: z.strictObject({
    /** The customer, as the caller names them; charts are stored for this `user` only. */
    user: text().check(z.minLength(1), z.maxLength(LONGEST_CUSTOMER)),
    /** Those of the key if absent. */
    scopes: z.optional(scopes),
    minutes: z._default(z.int().check(z.minimum(1), z.maximum(LONGEST_TOKEN)), USUAL_TOKEN),
  }),
  response: z.strictObject({
    token: z.string(),
    expiresAt: z.string(),
    scopes,
  }),
});
