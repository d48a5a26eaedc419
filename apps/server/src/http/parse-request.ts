import { AppError, isStorable } from '@moneytrail/contract';
import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import * as z from 'zod/mini';
import { MAX_DEPTH } from './parse-body.ts';
import { named, parseInWords } from './problem-words.ts';

/** Charts repeat their queries: this many parsed queries per endpoint are cached, up to this length each. */
const MAX_CACHED_QUERIES = 200;
const MAX_CACHED_LENGTH = 400;
const NOT_TEXT = 'must not contain NUL or half a character';

/** The schema of an undeclared part. */
const NOTHING = z.strictObject({});

const isNested = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** True for a part that was not sent, or that is an object without fields. */
const isEmpty = (value: unknown) =>
  value === undefined ||
  (isNested(value) && !Array.isArray(value) && Object.keys(value).length === 0);

/**
 * Throws 400 for problems that schemas do not see: nesting deeper than `MAX_DEPTH`, and texts or keys that cannot be
 * stored. Iterates level by level instead of recursing.
 */
function assertPlain(value: unknown, part: string): void {
  let level: [name: string, value: unknown][] = [[part, value]];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth >= MAX_DEPTH && level.some(([, each]) => isNested(each))) {
      throw new AppError('BAD_REQUEST', `${part}: is nested deeper than ${MAX_DEPTH} levels`);
    }
    for (const [name, each] of level) {
      const isRefused = !isStorable(name) || (typeof each === 'string' && !isStorable(each));
      if (isRefused) throw new AppError('BAD_REQUEST', `${named(name)}: ${NOT_TEXT}`);
    }
    level = level.flatMap(([, each]) => (isNested(each) ? Object.entries(each) : []));
  }
}

/** Throws 400 naming the invalid field, or the part if no field is to blame; undeclared parts must be empty. */
export function parsePart<T>(
  schema: z.ZodMiniType<T> | undefined,
  value: unknown,
  part: string,
): T {
  // Without a schema, T is `undefined`.
  if (!schema && isEmpty(value)) return undefined as T;
  if (!(value instanceof Uint8Array)) assertPlain(value, part);
  const given = value === undefined ? {} : value;
  const parsed = parseInWords<unknown>(schema ?? NOTHING, given, part);
  if (!parsed.ok) throw new AppError('BAD_REQUEST', parsed.problem);
  // The schema's own type.
  return parsed.value as T;
}

/** Parses queries of one endpoint; equal texts share one frozen result. */
export function createQueryParser<T>(
  schema: z.ZodMiniType<T> | undefined,
): (request: FastifyRequest) => T {
  const cached = new LRUCache<string, { query: T }>({ max: MAX_CACHED_QUERIES });
  return ({ url, query }) => {
    const at = url.indexOf('?');
    const text = at < 0 ? '' : url.slice(at);
    const known = cached.get(text);
    if (known) return known.query;
    const parsed = Object.freeze(parsePart(schema, query, 'query'));
    if (text.length <= MAX_CACHED_LENGTH) cached.set(text, { query: parsed });
    return parsed;
  };
}
