import type { z } from 'zod';
import type { FeedErrorKind } from '../feed.ts';
import type { FeedEnvironment } from '../settings.ts';

export type Answer = {
  path: string;
  status: number;
  /** From `Retry-After`; null if absent or unreadable. */
  retryAfterMs: number | null;
  text: string;
  /** The parsed body; undefined if the text is not JSON. */
  json: unknown;
};

export type CallFailure = {
  ok: false;
  kind: FeedErrorKind;
  cause: string;
  /** From the vendor or its limits. */
  retryAfterMs: number | null;
  /** See `FeedError`; absent if the call was made. */
  isHeldBack?: boolean;
};

export type CallResult<Body = unknown> = { ok: true; body: Body } | CallFailure;

/** Separates a vendor's answers from its failures; pure. */
export type Classify = (answer: Answer, nowMs: number) => CallResult;

const KINDS: Record<number, FeedErrorKind> = {
  400: 'badRequest',
  401: 'auth',
  402: 'plan',
  403: 'auth',
  404: 'notFound',
  405: 'badRequest',
  422: 'badRequest',
  429: 'rateLimit',
};
const EXCERPT_LENGTH = 200;

export function failure(
  kind: FeedErrorKind,
  cause: string,
  retryAfterMs: number | null = null,
): CallFailure {
  return { ok: false, kind, cause, retryAfterMs };
}

/** The body in one line, for messages; HTML pages are not quoted. */
export function excerptOf(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line === '') return 'an empty body';
  if (/^<(!doctype|html|pre|head|body)/i.test(line)) return 'an HTML page';
  return line.length > EXCERPT_LENGTH ? `${line.slice(0, EXCERPT_LENGTH)}…` : line;
}

/** Classifies by status and requires JSON; the fallback of every vendor's own classification. */
export const classifyByStatus: Classify = ({ status, retryAfterMs, text, json }) => {
  const isSuccess = status >= 200 && status < 300;
  if (isSuccess && json !== undefined) return { ok: true, body: json };
  if (isSuccess) return failure('upstream', `answered ${excerptOf(text)} instead of JSON`);
  return failure(KINDS[status] ?? 'upstream', `HTTP ${status}, ${excerptOf(text)}`, retryAfterMs);
};

/**
 * The rows of a list that match the schema; others are dropped and reported. Null if the body is not a list, or if none
 * of its rows match: that is another format, not an empty list.
 */
export function parseRows<Row>(
  { report }: Pick<FeedEnvironment, 'report'>,
  schema: z.ZodType<Row>,
  body: unknown,
  subject: string,
): Row[] | null {
  if (!Array.isArray(body)) return null;
  const rows: Row[] = [];
  let firstIssue: string | undefined;
  for (const value of body) {
    const parsed = schema.safeParse(value);
    if (parsed.success) rows.push(parsed.data);
    else firstIssue ??= parsed.error.issues[0]?.message ?? 'unknown';
  }
  const dropped = body.length - rows.length;
  if (dropped > 0) report('rows dropped', { subject, dropped, of: body.length, firstIssue });
  return rows.length === 0 && dropped > 0 ? null : rows;
}
