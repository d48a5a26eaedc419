import { AppError } from '@moneytrail/contract';
import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import * as z from 'zod/mini';
import { isDeeperThan } from './json-depth.ts';

/** Charts ask the same question again and again: so many of an endpoint's, each at most so long, are parsed once. */
const MAX_KEPT_QUERIES = 200;
const MAX_KEPT_LENGTH = 400;
/** No body of ours is nested deeper. */
const MAX_DEPTH = 20;

/** What a part is read as that an endpoint does not declare. */
const NOTHING = z.strictObject({});

const isEmpty = (value: unknown) =>
  value === undefined ||
  value === null ||
  (typeof value === 'object' && Object.keys(value).length === 0);

/** Throws 400 naming the field that does not fit, or the part where no field is to blame; undeclared parts stay empty. */
export function parsePart<T>(
  schema: z.ZodMiniType<T> | undefined,
  value: unknown,
  part: string,
): T {
  // Without a schema the type of the part is `undefined`.
  if (!schema && isEmpty(value)) return undefined as T;
  const parsed = (schema ?? NOTHING).safeParse(value ?? {});
  if (parsed.success) return parsed.data as T;
  const issue = parsed.error.issues[0];
  const name = issue?.path.join('.');
  const unknownKeys = issue?.code === 'unrecognized_keys' ? issue.keys.join(', ') : null;
  const subject = unknownKeys ?? (name || part);
  throw new AppError('BAD_REQUEST', `${subject}: ${issue?.message ?? 'is not valid'}`);
}

/** Parses a body after a look at how deep it is nested. */
export function parseBody<T>(schema: z.ZodMiniType<T> | undefined, body: unknown): T {
  if (isDeeperThan(body, MAX_DEPTH)) {
    throw new AppError('BAD_REQUEST', `body: is nested deeper than ${MAX_DEPTH} levels`);
  }
  return parsePart(schema, body, 'body');
}

/** Parses the query of an endpoint's requests; equal texts share one frozen result. */
export function createQueryParser<T>(
  schema: z.ZodMiniType<T> | undefined,
): (r: FastifyRequest) => T {
  const kept = new LRUCache<string, { query: T }>({ max: MAX_KEPT_QUERIES });
  return ({ url, query }) => {
    const at = url.indexOf('?');
    const text = at < 0 ? '' : url.slice(at);
    const known = kept.get(text);
    if (known) return known.query;
    const parsed = Object.freeze(parsePart(schema, query, 'query'));
    if (text.length <= MAX_KEPT_LENGTH) kept.set(text, { query: parsed });
    return parsed;
  };
}
