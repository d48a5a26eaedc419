import { MINUTE_MS, SECOND_MS } from '@moneytrail/calendar';
import { AppError, type CurrentUser, KEY_BUDGET } from '@moneytrail/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { grantOf } from './grant.ts';

/** A minute of requests that one limit counts. */
type Window = { fromMs: number; count: number };
type Left = { requests: number; seconds: number };

const MOST_WINDOWS = 20_000;
const TOO_MANY = 'The requests of this minute are used up.';

type Limit = keyof typeof KEY_BUDGET;
const policyOf = (limits: readonly Limit[]) =>
  limits.map((limit) => `"${limit}";q=${KEY_BUDGET[limit]};w=60`).join(', ');
const POLICIES = {
  key: policyOf(['key', 'account']),
  customer: policyOf(['customer', 'customers']),
};

/** Counts the requests of API keys and of customers in this process; answers tell what is left of the minute. */
export function createKeyBudget(app: FastifyInstance, monotonicMs: () => number) {
  const windows = new LRUCache<string, Window>({ max: MOST_WINDOWS });
  const taken = new WeakMap<FastifyRequest, Left & { limit: Limit; policy: string }>();

  function count(limit: Limit, name: string): Left & { limit: Limit } {
    const nowMs = Math.floor(monotonicMs());
    const key = `${limit} ${name}`;
    const known = windows.get(key);
    const window = known && nowMs - known.fromMs < MINUTE_MS ? known : { fromMs: nowMs, count: 0 };
    window.count += 1;
    windows.set(key, window);
    const seconds = Math.ceil((window.fromMs + MINUTE_MS - nowMs) / SECOND_MS);
    return { limit, requests: KEY_BUDGET[limit] - window.count, seconds };
  }

  app.addHook('onSend', (request, reply, _payload, done) => {
    const left = taken.get(request);
    if (left) {
      const { limit, requests, seconds, policy } = left;
      reply.header('ratelimit-policy', policy);
      reply.header('ratelimit', `"${limit}";r=${Math.max(0, requests)};t=${seconds}`);
    }
    done();
  });

  return {
    /** Counts a request once; throws 429 if a key or customer, or all of their account, have made too many in this minute. */
    take(request: FastifyRequest, user: CurrentUser | null): void {
      const grant = grantOf(user);
      // One from another network is refused next, and would use up what the owner has.
      if (!user || !grant?.isFromItsNetwork || taken.has(request)) return;
      const { customer, keyId } = grant;
      const one =
        customer === null ? count('key', keyId) : count('customer', `${user._id} ${customer}`);
      // A refused request uses up nothing of the others.
      const all =
        one.requests < 0 ? one : count(customer === null ? 'account' : 'customers', user._id);
      const tighter = all.requests < one.requests ? all : one;
      taken.set(request, { ...tighter, policy: POLICIES[customer === null ? 'key' : 'customer'] });
      if (tighter.requests >= 0) return;
      throw new AppError('RATE_LIMITED', TOO_MANY, { retryAfterSeconds: tighter.seconds });
    },
  };
}
