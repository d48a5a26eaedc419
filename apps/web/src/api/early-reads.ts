import { SECOND_MS } from '@moneytrail/calendar';

/** What is read of an answer. */
export type Answered = Pick<Response, 'ok' | 'status' | 'headers' | 'json'>;

/** A read that was begun before the application was loaded. */
type EarlyRead = {
  token: string;
  beganAtMs: number;
  /** With its body. */
  response: Promise<Answered>;
  abort: (reason: unknown) => void;
};

/** What was begun longer ago is read again. */
export const LONGEST_EARLY_MS = 5 * SECOND_MS;

const reads = new Map<string, EarlyRead>();

/** An answer whose body is here too: who takes it up later need not wait for that. */
async function withBody(response: Response): Promise<Answered> {
  const body: Promise<unknown> = response.json();
  await body.catch(() => {});
  const { ok, status, headers } = response;
  return { ok, status, headers, json: () => body };
}

/** Begins to read an address for who holds a token; a failure is told to who takes it up, or to nobody. */
export function beginRead(address: string, token: string): void {
  const aborting = new AbortController();
  const response = fetch(address, {
    headers: { authorization: `Bearer ${token}` },
    credentials: 'same-origin',
    signal: aborting.signal,
  }).then(withBody);
  response.catch(() => {});
  const abort = (reason: unknown) => aborting.abort(reason);
  reads.set(address, { token, beganAtMs: Date.now(), response, abort });
}

/**
 * Takes up what was begun for the same address and token, as if it were asked for now: the signal ends it. Each is
 * given once; null where there is none.
 */
export function takeRead(
  address: string,
  token: string | null,
  signal: AbortSignal,
): Pick<EarlyRead, 'beganAtMs' | 'response'> | null {
  const read = reads.get(address);
  if (!read) return null;
  reads.delete(address);
  if (read.token !== token || Date.now() - read.beganAtMs > LONGEST_EARLY_MS) return null;
  if (signal.aborted) read.abort(signal.reason);
  signal.addEventListener('abort', () => read.abort(signal.reason), { once: true });
  return read;
}
