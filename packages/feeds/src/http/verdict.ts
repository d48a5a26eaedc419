import type { FeedErrorKind } from '../feed.ts';

/** An answer as it came over the wire, before anything is believed of it. */
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
export type Refusal = {
  ok: false;
  kind: FeedErrorKind;
  cause: string;
  retryAfterMs: number | null;
};

/** What an answer means. */
export type Verdict<Body = unknown> = { ok: true; body: Body } | Refusal;

/** How a vendor's answers are read; pure. */
export type Judge = (answer: Answer, nowMs: number) => Verdict;

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

/** A refusal in the common form. */
export function refusal(
  kind: FeedErrorKind,
  cause: string,
  retryAfterMs: number | null = null,
): Refusal {
  return { ok: false, kind, cause, retryAfterMs };
}

/** The body in one line for a message; a page of HTML only by name. */
export function excerptOf(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line === '') return 'an empty body';
  if (/^<(!doctype|html|pre|head|body)/i.test(line)) return 'an HTML page';
  return line.length > EXCERPT_LENGTH ? `${line.slice(0, EXCERPT_LENGTH)}…` : line;
}

/** Reads an answer by its status alone, and insists on JSON: the last word of every vendor's judge. */
export const judgeByStatus: Judge = ({ status, retryAfterMs, text, json }) => {
  const isSuccess = status >= 200 && status < 300;
  if (isSuccess && json !== undefined) return { ok: true, body: json };
  if (isSuccess) return refusal('upstream', `answered ${excerptOf(text)} instead of JSON`);
  return refusal(KINDS[status] ?? 'upstream', `HTTP ${status}, ${excerptOf(text)}`, retryAfterMs);
};
