import type { Answer } from './verdict.ts';

/** Larger than any list a vendor publishes; what exceeds it is not an answer. */
const MAX_BODY_BYTES = 64 * 1024 * 1024;

function retryAfterMsOf(header: string | null, nowMs: number): number | null {
  if (header === null) return null;
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1_000);
  const dateMs = Date.parse(header);
  return Number.isNaN(dateMs) ? null : Math.max(0, dateMs - nowMs);
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

/**
 * Asks once and reads the whole answer. Redirects are not followed: a key in a header would go with them.
 * Rejects where no complete answer came.
 */
export async function fetchAnswer(
  request: { url: URL; headers: Record<string, string>; signal: AbortSignal },
  { now }: { now: () => number },
): Promise<Answer> {
  const { url, headers, signal } = request;
  const response = await fetch(url, {
    headers: { accept: 'application/json', ...headers },
    redirect: 'manual',
    signal,
  });
  const text = await readText(response);
  return {
    path: url.pathname,
    status: response.status,
    retryAfterMs: retryAfterMsOf(response.headers.get('retry-after'), now()),
    text,
    json: parseJson(text),
  };
}
