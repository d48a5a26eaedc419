import { DAY_MS } from '@moneytrail/calendar';
import { type Answer, type CallResult, type Classify, excerptOf, failure } from './answer.ts';

/** What a call is for: it decides how long the answer may take. */
export type CallKind = 'quote' | 'history';

export type HttpCall = {
  kind: CallKind;
  /** Below the base URL, beginning with a slash, already encoded. */
  path: string;
  query?: Record<string, string | number>;
};

export type VendorAddress = {
  baseUrl: string;
  headers: Record<string, string>;
  classify: Classify;
};

/** Our clock, and what is called with the time by which it is ahead of the vendor's. */
export type Clocks = { now: () => number; noteLead: (leadMs: number) => void };

/** How long an answer may take. */
const TIMEOUT_MS: Record<CallKind, number> = { quote: 2_000, history: 10_000 };
/** Larger than any list a vendor publishes; what exceeds it is not an answer. */
const MAX_BODY_BYTES = 64 * 1024 * 1024;
/** No plan counts over longer than a day; who asks for more rest was misunderstood, or is broken. */
const LONGEST_REST_MS = DAY_MS;

function urlOf(baseUrl: string, { path, query = {} }: HttpCall): URL {
  const url = new URL(baseUrl.replace(/\/+$/, '') + path);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
  return url;
}

function retryAfterMsOf(header: string | null, nowMs: number): number | null {
  if (header === null) return null;
  const seconds = Number(header);
  const restMs = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(header) - nowMs;
  return Number.isNaN(restMs) ? null : Math.min(Math.max(0, restMs), LONGEST_REST_MS);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function readText(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > MAX_BODY_BYTES) throw new Error(`more than ${MAX_BODY_BYTES} bytes`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** Redirects are not followed: a key in a header would go with them. */
async function fetchWhole(
  url: URL,
  headers: Record<string, string>,
  signal: AbortSignal,
  { now, noteLead }: Clocks,
): Promise<Answer> {
  const askedAtMs = now();
  const response = await fetch(url, {
    headers: { accept: 'application/json', ...headers },
    redirect: 'manual',
    signal,
  });
  const vendorMs = Date.parse(response.headers.get('date') ?? '');
  if (!Number.isNaN(vendorMs)) noteLead(askedAtMs - vendorMs);
  const text = await readText(response);
  return {
    path: url.pathname,
    status: response.status,
    retryAfterMs: retryAfterMsOf(response.headers.get('retry-after'), now()),
    text,
    json: parseJson(text),
  };
}

/** The message for a request without an answer. */
function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no answer';
  const { message } = error.cause instanceof Error && error.cause.message ? error.cause : error;
  return `no answer: ${message}`;
}

/**
 * Asks the vendor once, within the timeout of the call's kind, and tells what the answer means. No answer at all is a
 * result too; the promise rejects only where the given signal ended the call.
 */
export async function fetchAnswer<Body>(
  { baseUrl, headers, classify, ...clocks }: VendorAddress & Clocks,
  call: HttpCall,
  parse: (body: unknown) => Body | null,
  signal: AbortSignal | undefined,
): Promise<CallResult<Body>> {
  const timeout = new AbortController();
  const timeoutMs = TIMEOUT_MS[call.kind];
  const timer = setTimeout(() => timeout.abort(), timeoutMs);
  const ends = signal ? AbortSignal.any([timeout.signal, signal]) : timeout.signal;
  try {
    const answer = await fetchWhole(urlOf(baseUrl, call), headers, ends, clocks);
    const result = classify(answer, clocks.now());
    if (!result.ok) return result;
    const body = parse(result.body);
    if (body !== null) return { ok: true, body };
    return failure('upstream', `answered something else: ${excerptOf(answer.text)}`);
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    const isLate = timeout.signal.aborted;
    return failure('upstream', isLate ? `no answer within ${timeoutMs / 1_000} s` : causeOf(error));
  } finally {
    clearTimeout(timer);
  }
}
