/** A call that failed: with the server's answer, or without any. */
export class ApiError extends Error {
  /** HTTP status; 0 where no answer came. */
  readonly status: number;
  /** The stable code of the answer, or `TIMEOUT`, `NO_RESPONSE`, `OFFLINE`. */
  readonly code: string;
  readonly requestId: string | null;
  /** How long the server asks to wait, ms; null where it does not say. */
  readonly retryAfterMs: number | null;

  constructor(
    message: string,
    details: {
      status: number;
      code: string;
      requestId?: string | null;
      retryAfterMs?: number | null;
      cause?: unknown;
    },
  ) {
    super(message, { cause: details.cause });
    this.name = 'ApiError';
    this.status = details.status;
    this.code = details.code;
    this.requestId = details.requestId ?? null;
    this.retryAfterMs = details.retryAfterMs ?? null;
  }
}
