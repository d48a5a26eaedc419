/** What a call is for: it decides how long the answer may take. */
export type CallKind = 'quote' | 'history';

/** Who asks: what an error will name, what ends the call early, and on whose account it goes. */
export type CallContext = {
  instrument?: string;
  signal?: AbortSignal;
  /** Which of the limits the call falls under; `default` where absent. */
  limit?: string;
};

export type HttpCall = CallContext & {
  kind: CallKind;
  /** Below the base URL, beginning with a slash, already encoded. */
  path: string;
  query?: Record<string, string | number>;
};

/** How long an answer may take. */
export const TIMEOUT_MS: Record<CallKind, number> = { quote: 2_000, history: 10_000 };

/** How long a call may wait for its turn under the vendor's limit. */
export const MAX_TURN_WAIT_MS: Record<CallKind, number> = { quote: 2_000, history: 30_000 };
