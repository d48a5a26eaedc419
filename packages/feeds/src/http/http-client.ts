import type { ExchangeName } from '@moneytrail/contract';
import { bulkhead } from 'cockatiel';
import { FeedError } from '../feed.ts';
import type { FeedEnvironment } from '../settings.ts';
import { askVendor } from './ask-vendor.ts';
import { type Circuit, createCircuit } from './circuit.ts';
import { type HttpCall, MAX_TURN_WAIT_MS } from './http-call.ts';
import type { CallLimits } from './limits-of.ts';
import { sleep } from './sleep.ts';
import { createTokenBucket, type TokenBucket } from './token-bucket.ts';
import { type Judge, type Refusal, refusal, type Verdict } from './verdict.ts';

/** Reads a vendor's REST interface within its limits. Every failure is a `FeedError`. */
export type HttpClient = {
  /** Asks, and reads the body; `parse` answers null where the body is not what was asked for. */
  get: <Body>(call: HttpCall, parse: (body: unknown) => Body | null) => Promise<Body>;
  circuit: Circuit;
  /** Told of the outcome of every call that reached the vendor; null is a success. */
  onOutcome: (listener: (failure: FeedError | null) => void) => void;
};

export type HttpClientOptions = {
  exchange: ExchangeName;
  baseUrl: string;
  headers: Record<string, string>;
  /** By the name a call gives; a call without a name falls under `default`. */
  limits: CallLimits;
  judge: Judge;
  /** Never to appear in an error. */
  secret: string | undefined;
};

const MAX_CALLS_AT_ONCE = 10;
const MAX_RETRIES = 2;
const RETRY_BASE_MS = 250;
/** A vendor that wants longer rest gets it, and the caller an error that says until when. */
const LONGEST_WAITED_REST_MS = 3_000;

function bucketsOf(
  environment: FeedEnvironment,
  limits: CallLimits,
): (call: HttpCall) => TokenBucket {
  const byName = new Map(
    Object.entries(limits).map(([name, limit]) => [name, createTokenBucket(environment, limit)]),
  );
  const other = byName.get('default') ?? createTokenBucket(environment, limits.default);
  return ({ limit }) => byName.get(limit ?? 'default') ?? other;
}

function errorOf(options: HttpClientOptions, call: HttpCall, verdict: Refusal): FeedError {
  const { exchange, secret } = options;
  const { kind, retryAfterMs } = verdict;
  return new FeedError({
    exchange,
    kind,
    cause: secret ? verdict.cause.replaceAll(secret, '***') : verdict.cause,
    ...(call.instrument === undefined ? {} : { instrument: call.instrument }),
    ...(retryAfterMs === null ? {} : { retryAfterMs }),
  });
}

/**
 * The one way to a vendor: at most 10 calls at once, its limits at 80 %, a deadline by kind of call, 2 retries with
 * jitter where the failure is the vendor's, rest where it asks for rest, and a breaker around all of it.
 */
export function createHttpClient(
  environment: FeedEnvironment,
  options: HttpClientOptions,
): HttpClient {
  const circuit = createCircuit(environment);
  const gate = bulkhead(MAX_CALLS_AT_ONCE, Number.POSITIVE_INFINITY);
  const bucketOf = bucketsOf(environment, options.limits);
  const listeners: ((failure: FeedError | null) => void)[] = [];
  let restUntilMs = 0;

  /** The vendor asked for rest, or keeps failing: what a call is answered without being made. */
  function withheld(): Refusal | null {
    const restMs = restUntilMs - environment.now();
    if (restMs > 0) return refusal('rateLimit', 'rests after its rate limit was reached', restMs);
    const brokenMs = circuit.restMs();
    return brokenMs > 0 ? refusal('upstream', 'is offline', brokenMs) : null;
  }

  function record(call: HttpCall, verdict: Verdict): void {
    if (!verdict.ok && verdict.kind === 'rateLimit' && verdict.retryAfterMs !== null) {
      restUntilMs = Math.max(restUntilMs, environment.now() + verdict.retryAfterMs);
    }
    const failure = verdict.ok ? null : errorOf(options, call, verdict);
    for (const listener of listeners) listener(failure);
  }

  /** Asks once, or answers how long it must wait for its turn under the vendor's limit. */
  async function attempt<Body>(
    call: HttpCall,
    parse: (body: unknown) => Body | null,
  ): Promise<Verdict<Body> | number> {
    call.signal?.throwIfAborted();
    const refused = withheld();
    if (refused) return refused;
    const turnMs = bucketOf(call).take();
    if (turnMs > 0) return turnMs;
    // A probe is for everybody: it is not ended with the caller that happened to make it.
    const ends = circuit.isClosed() ? call.signal : undefined;
    const asking = { environment, ...options };
    const verdict = await circuit.run(() => askVendor(asking, call, parse, ends));
    if (verdict === null) return refusal('upstream', 'is offline', circuit.restMs());
    record(call, verdict);
    return verdict;
  }

  /** Waits for its turn outside the gate, so that calls under another limit can pass. */
  async function attemptInTurn<Body>(
    call: HttpCall,
    parse: (body: unknown) => Body | null,
  ): Promise<Verdict<Body>> {
    const latestMs = environment.now() + MAX_TURN_WAIT_MS[call.kind];
    for (;;) {
      const result = await gate.execute(() => attempt(call, parse));
      if (typeof result !== 'number') return result;
      if (environment.now() + result > latestMs) {
        return refusal('rateLimit', "the vendor's limit is used up", result);
      }
      await sleep(result, call.signal);
    }
  }

  /** Milliseconds before the next attempt; null where another one would be useless. */
  function retryDelayMs({ kind, retryAfterMs }: Refusal, retries: number): number | null {
    if (retries >= MAX_RETRIES || !circuit.isClosed()) return null;
    if (retryAfterMs !== null) {
      return retryAfterMs <= LONGEST_WAITED_REST_MS ? retryAfterMs : null;
    }
    if (kind !== 'upstream') return null;
    return RETRY_BASE_MS * 2 ** retries * (0.5 + environment.random());
  }

  return {
    get: async (call, parse) => {
      for (let retries = 0; ; retries++) {
        const verdict = await attemptInTurn(call, parse);
        if (verdict.ok) return verdict.body;
        const delayMs = retryDelayMs(verdict, retries);
        if (delayMs === null) throw errorOf(options, call, verdict);
        await sleep(delayMs, call.signal);
      }
    },
    circuit,
    onOutcome: (listener) => {
      listeners.push(listener);
    },
  };
}
