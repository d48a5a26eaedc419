import { type Backoff, backoffMs } from '../lib/backoff.ts';
import { FAILURE_TEXTS } from './failure-text.ts';

/** A failed request, with or without an answer of the server. */
export class ApiError extends Error {
  /** HTTP status; 0 without an answer. */
  readonly status: number;
  /** The stable code of the answer, or `TIMEOUT`, `NO_RESPONSE`, `OFFLINE`. */
  readonly code: string;
  readonly requestId: string | null;
  /** A detail of the code; null without one. */
  readonly detail: string | null;
  /** The last digits of the number of an account that awaits approval; null of others. */
  readonly phoneEnding: string | null;
  /** The wait that the server asks for, ms; null where it names none. */
  readonly retryAfterMs: number | null;

  constructor(
    message: string,
    details: {
      status: number;
      code: string;
      requestId?: string | null;
      detail?: string | null;
      phoneEnding?: string | null;
      retryAfterMs?: number | null;
      cause?: unknown;
    },
  ) {
    super(message, { cause: details.cause });
    this.name = 'ApiError';
    this.status = details.status;
    this.code = details.code;
    this.requestId = details.requestId ?? null;
    this.detail = details.detail ?? null;
    this.phoneEnding = details.phoneEnding ?? null;
    this.retryAfterMs = details.retryAfterMs ?? null;
  }
}

/** Codes of a 401 that ended the session, and of one answered after that. */
export const SESSION_END = {
  'ended-now': 'SESSION_ENDED',
  'ended-before': 'SESSION_OVER',
} as const;
export type SessionEnd = keyof typeof SESSION_END;

/** The failure of a request that ended the session, or that was made after its end. */
export function sessionEnd(when: SessionEnd, cause?: ApiError): ApiError {
  const message = cause?.message ?? FAILURE_TEXTS.unauthorized;
  return new ApiError(message, { status: 401, code: SESSION_END[when], cause });
}

const FIELD = /^([a-z]\w*): /;

function causeOf(error: unknown): string | null {
  if (!(error instanceof ApiError) || error.status === 0) return null;
  return typeof error.cause === 'string' && error.cause !== '' ? error.cause : null;
}

/** The server's message for a refused request, without the field's name; null without a message. */
export function serverMessage(error: unknown): string | null {
  return causeOf(error)?.replace(FIELD, '') ?? null;
}

/** The refused field of the body, with the reason; null where the server named none. */
export function refusedField(error: unknown): { name: string; text: string } | null {
  const isInput = error instanceof ApiError && error.code === 'BAD_REQUEST';
  const name = isInput ? FIELD.exec(causeOf(error) ?? '')?.[1] : undefined;
  return name === undefined ? null : { name, text: serverMessage(error) ?? '' };
}

export function hasNoAnswer(error: unknown): boolean {
  return error instanceof ApiError && error.status === 0;
}

const TOO_MANY_REQUESTS = 429;

/** A refused or wrong request stays refused; missing answers, 429 and 5xx are worth repeating. */
export function isWorthRetrying(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true;
  return error.status === 0 || error.status === TOO_MANY_REQUESTS || error.status >= 500;
}

/** The longest wait that a server may ask for: a person is shown the failure meanwhile. */
const LONGEST_ASKED_MS = 60_000;

/** The wait that a busy server asks for, ms, at most a minute; 0 where it asks for none, or in answers with a code to ignore. */
export function askedPauseMs(error: unknown, ignored?: string): number {
  if (!(error instanceof ApiError) || error.code === ignored) return 0;
  return Math.min(error.retryAfterMs ?? 0, LONGEST_ASKED_MS);
}

/** The pause before a failed request is repeated: the back-off, or longer where a busy server asks for it. */
export function retryPauseMs(
  error: unknown,
  failures: number,
  { random, ...backoff }: Backoff & { random: () => number },
): number {
  return Math.max(askedPauseMs(error), backoffMs(failures, backoff, random));
}
