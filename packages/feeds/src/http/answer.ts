import type { z } from 'zod';
import type { FeedErrorKind } from '../feed.ts';
import type { FeedEnvironment } from '../settings.ts';

/** An answer as it came over the wire, before anything is known of it. */
export type Answer = {
  /** The path that was asked. */
  path: string;
  status: number;
  /** From `Retry-After`; null where absent or unreadable. */
  retryAfterMs: number | null;
  text: string;
  /** The parsed body; undefined where the text is not JSON. */
  json: unknown;
};

/** A failure, with the milliseconds to wait where the vendor or its limits tell. */
export type CallFailure = {
  ok: false;
  kind: FeedErrorKind;
  cause: string;
  retryAfterMs: number | null;
  /** As `FeedError` has it; absent where the call was made. */
  isHeldBack?: boolean;
};

/** What an answer means. */
export type CallResult<Body = unknown> = { ok: true; body: Body } | CallFailure;

/** Tells a vendor's answers from its failures; pure. */
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

/** A failure in the common form. */
export function failure(
  kind: FeedErrorKind,
  cause: string,
  retryAfterMs: number | null = null,
): CallFailure {
  return { ok: false, kind, cause, retryAfterMs };
}

/** The body in one line for a message; a page of HTML only by name. */
export function excerptOf(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line === '') return 'an empty body';
  if (/^<(!doctype|html|pre|head|body)/i.test(line)) return 'an HTML page';
  return line.length > EXCERPT_LENGTH ? `${line.slice(0, EXCERPT_LENGTH)}…` : line;
}

/** Reads an answer by its status alone, and insists on JSON: what every vendor's own reading ends with. */
export const classifyByStatus: Classify = ({ status, retryAfterMs, text, json }) => {
  const isSuccess = status >= 200 && status < 300;
  if (isSuccess && json !== undefined) return { ok: true, body: json };
  if (isSuccess) return failure('upstream', `answered ${excerptOf(text)} instead of JSON`);
  return failure(KINDS[status] ?? 'upstream', `HTTP ${status}, ${excerptOf(text)}`, retryAfterMs);
};

/**
 * The rows of a vendor's list that are what the schema says; others are dropped and counted.
 * Null where the answer is no list, or where it has rows and not one of them is understood: that is another format,
 * not an empty list.
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
