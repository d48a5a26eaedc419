import * as z from 'zod/mini';

/** The error codes of the API with their HTTP status. */
export const ERROR_STATUS = {
  BAD_REQUEST: 400,
  INVALID_CODE: 400,
  CHALLENGE_ENDED: 400,
  RESET_TOKEN_INVALID: 400,
  CONFIRM_TOKEN_INVALID: 400,
  UNAUTHORIZED: 401,
  INVALID_CREDENTIALS: 401,
  FORBIDDEN: 403,
  SOURCE_LOCKED: 403,
  PENDING_APPROVAL: 403,
  ACCESS_REVOKED: 403,
  SEAT_SUSPENDED: 403,
  REAUTH_REQUIRED: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  CONFLICT: 409,
  LAYOUT_CHANGED: 409,
  RECORD_CHANGED: 409,
  TOO_LARGE: 413,
  RATE_LIMITED: 429,
  INTERNAL: 500,
  FEED_UNAVAILABLE: 503,
  UNAVAILABLE: 503,
} as const;
export type ErrorCode = keyof typeof ERROR_STATUS;

/** The body of every failed call except `histoday`. */
export const errorBody = z.strictObject({
  message: z.string(),
  code: z.string(),
  requestId: z.string(),
  error: z.optional(z.string()),
  phoneEnding: z.optional(z.string()),
});
export type ErrorBody = z.infer<typeof errorBody>;

export type AppErrorOptions = ErrorOptions & {
  /** The delay before the same request may be repeated, sent as `Retry-After`. */
  retryAfterSeconds?: number;
  /** The limit that refused, in requests a minute, sent as `X-RateLimit-Limit`. */
  limit?: number;
  /** A detail of the code, sent as `error`. */
  detail?: string;
  phoneEnding?: string;
};

/** A failure with a code of the table; its message is shown to the caller. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly retryAfterSeconds: number | undefined;
  readonly limit: number | undefined;
  readonly detail: string | undefined;
  readonly phoneEnding: string | undefined;
  constructor(code: ErrorCode, message: string, options?: AppErrorOptions) {
    super(message, options);
    this.name = 'AppError';
    this.code = code;
    this.retryAfterSeconds = options?.retryAfterSeconds;
    this.limit = options?.limit;
    this.detail = options?.detail;
    this.phoneEnding = options?.phoneEnding;
  }
  get status(): number {
    return ERROR_STATUS[this.code];
  }
}
