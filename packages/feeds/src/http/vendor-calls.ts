import type { ExchangeName } from '@moneytrail/contract';
import PQueue from 'p-queue';
import { sleep, unlessAborted } from '../backoff.ts';
import type { FeedEnvironment } from '../settings.ts';
import {
  type Admission,
  type AdmissionControl,
  type CallLimits,
  type CallPriority,
  namedLimit,
} from './admission.ts';
import { type CallFailure, type CallResult, failure } from './answer.ts';
import { type CallKind, fetchAnswer, type HttpCall, type VendorAddress } from './fetch-answer.ts';

/** Who asks: what an error names, what ends the call early, and which limit it falls under. */
export type CallContext = {
  instrument?: string;
  signal?: AbortSignal;
  /** `reader` where absent. */
  priority?: CallPriority;
  /** Which of the limits the call falls under; `default` where absent. */
  limit?: string;
  /** Whether the vendor is there is asked for: once, and for no longer than a quote. */
  isHealthCheck?: boolean;
};

export type VendorCall = HttpCall & CallContext;

export type VendorCallOptions = VendorAddress & {
  exchange: ExchangeName;
  /** By the name a call gives; a call without a name falls under `default`. */
  limits: CallLimits;
};

/** Makes one call when the vendor's limits, its breaker and the calls before it allow. */
export type VendorCalls = {
  /** Waits for its turn and asks once; rejects with the signal's reason as soon as it is aborted. */
  callInTurn: <Body>(
    call: VendorCall,
    parse: (body: unknown) => Body | null,
    signal: AbortSignal,
  ) => Promise<CallResult<Body>>;
  /** By how much our clock is ahead of the vendor's, as the last answer's `Date` told; 0 where it is not. */
  clockLeadMs: () => number;
};

type Waiting = Extract<Admission, { kind: 'wait' }>;

const MAX_CALLS_AT_ONCE = 10;
/** Two clocks that differ by less are both right. */
const CLOCK_TOLERANCE_MS = 5_000;
/** How long a call may wait for a token of the vendor's limit. */
const MAX_LIMIT_WAIT_MS: Record<CallKind, number> = { quote: 2_000, history: 30_000 };
const WAIT_CAUSES = {
  limit: ['rateLimit', "the vendor's limit is used up"],
  rest: ['rateLimit', 'rests after its rate limit was reached'],
  open: ['upstream', 'is offline'],
} as const;

/** Whoever finds the breaker open is told what went wrong last, as far as this process has seen it. */
function failureOfWaiting({ why, ms }: Waiting, lastFailure: string | null): CallFailure {
  const [kind, reason] = WAIT_CAUSES[why];
  const cause = why === 'open' && lastFailure !== null ? `${reason} (${lastFailure})` : reason;
  return { ...failure(kind, cause, ms), isHeldBack: why === 'limit' };
}

/** At most 10 calls at once, readers before background work; `onResult` is told what reached the vendor. */
export function createVendorCalls(
  environment: FeedEnvironment,
  control: AdmissionControl,
  options: VendorCallOptions,
  onResult: (call: VendorCall, result: CallResult) => void,
): VendorCalls {
  const queue = new PQueue({ concurrency: MAX_CALLS_AT_ONCE });
  let leadMs = 0;
  let lastFailure: string | null = null;
  const noteLead = (aheadMs: number) => {
    leadMs = aheadMs > CLOCK_TOLERANCE_MS ? aheadMs : 0;
  };
  const address = { ...options, now: environment.now, noteLead };
  /** The probe of this process while it is under way. */
  let probing: Promise<unknown> | null = null;

  async function callVendor<Body>(
    call: VendorCall,
    parse: (body: unknown) => Body | null,
    isProbe: boolean,
    signal: AbortSignal,
  ): Promise<CallResult<Body>> {
    // A probe is for everybody: it is not ended with the caller that happened to make it.
    const result = await fetchAnswer(address, call, parse, isProbe ? undefined : signal);
    const isFailure = !result.ok && result.kind === 'upstream';
    if (result.ok) lastFailure = null;
    else if (isFailure) lastFailure = result.cause;
    await control.record({
      isProbe,
      isFailure,
      restMs: !result.ok && result.kind === 'rateLimit' ? result.retryAfterMs : null,
    });
    onResult(call, result);
    return result;
  }

  /** Asks once, or says how long to wait before that. */
  async function attempt<Body>(
    call: VendorCall,
    parse: (body: unknown) => Body | null,
    signal: AbortSignal,
  ): Promise<CallResult<Body> | Waiting> {
    signal.throwIfAborted();
    const limit = namedLimit(options.limits, call.limit);
    const admission = await control.admit(limit, call.priority ?? 'reader');
    if (admission.kind === 'wait') return admission;
    const answered = callVendor(call, parse, admission.isProbe, signal);
    if (admission.isProbe) probing = answered.catch(() => null);
    return answered;
  }

  return {
    clockLeadMs: () => leadMs,
    callInTurn: async (call, parse, signal) => {
      const latestMs = environment.now() + MAX_LIMIT_WAIT_MS[call.kind];
      const priority = call.priority === 'background' ? 0 : 1;
      for (let isAfterProbe = false; ; ) {
        // The slot is given back while a token is waited for, so that calls under another limit can pass.
        const slot = queue.add(() => attempt(call, parse, signal), { priority });
        const result = await unlessAborted(slot, [signal]);
        if ('ok' in result) return result;
        if (result.why === 'open' && probing && !isAfterProbe) {
          await unlessAborted(probing, [signal]);
          isAfterProbe = true;
        } else if (result.why === 'limit' && environment.now() + result.ms <= latestMs) {
          await sleep(result.ms, signal);
        } else {
          return failureOfWaiting(result, lastFailure);
        }
      }
    },
  };
}
