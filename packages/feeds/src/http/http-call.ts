/** What a call is for: it decides how long the answer may take. */
export type CallKind = 'quote' | 'history';

/** Who asks: what an error will name, and what ends the call early. */
export type CallContext = { instrument?: string; signal?: AbortSignal };

export type HttpCall = CallContext & {
  kind: CallKind;
  /** Below the base URL, beginning with a slash, already encoded. */
  path: string;
  query?: Record<string, string | number>;
  /** Which of the vendor's limits the call falls under. */
  limit?: string;
};

/** How long an answer may take. */
export const TIMEOUT_MS: Record<CallKind, number> = { quote: 2_000, history: 10_000 };

/** How long a call may wait for its turn under the vendor's limit. */
export const MAX_TURN_WAIT_MS: Record<CallKind, number> = { quote: 2_000, history: 30_000 };
