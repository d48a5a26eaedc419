import type { FeedEnvironment } from '../settings.ts';
import { fetchAnswer } from './fetch-answer.ts';
import { type HttpCall, TIMEOUT_MS } from './http-call.ts';
import { excerptOf, type Judge, refusal, type Verdict } from './verdict.ts';

export type AskVendorDeps = {
  environment: Pick<FeedEnvironment, 'now'>;
  baseUrl: string;
  headers: Record<string, string>;
  judge: Judge;
};

function urlOf(baseUrl: string, { path, query = {} }: HttpCall): URL {
  const url = new URL(baseUrl.replace(/\/+$/, '') + path);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
  return url;
}

/** The words for an exchange that gave no answer. */
function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no answer';
  const { message } = error.cause instanceof Error && error.cause.message ? error.cause : error;
  return `no answer: ${message}`;
}

/**
 * Asks the vendor once, within the deadline of the call's kind, and says what the answer means. No answer at all is a
 * verdict too; the promise rejects only where the given signal ended the call.
 */
export async function askVendor<Body>(
  { environment, baseUrl, headers, judge }: AskVendorDeps,
  call: HttpCall,
  parse: (body: unknown) => Body | null,
  ends: AbortSignal | undefined,
): Promise<Verdict<Body>> {
  const deadline = new AbortController();
  const timeoutMs = TIMEOUT_MS[call.kind];
  const timer = setTimeout(() => deadline.abort(), timeoutMs);
  const signal = ends ? AbortSignal.any([deadline.signal, ends]) : deadline.signal;
  try {
    const answer = await fetchAnswer({ url: urlOf(baseUrl, call), headers, signal }, environment);
    const verdict = judge(answer, environment.now());
    if (!verdict.ok) return verdict;
    const body = parse(verdict.body);
    if (body !== null) return { ok: true, body };
    return refusal('upstream', `answered something else: ${excerptOf(answer.text)}`);
  } catch (error) {
    if (ends?.aborted) throw ends.reason;
    const isLate = deadline.signal.aborted;
    return refusal('upstream', isLate ? `no answer within ${timeoutMs / 1_000} s` : causeOf(error));
  } finally {
    clearTimeout(timer);
  }
}
