import { SECOND_MS } from '@moneytrail/calendar';

/** The used part of a response. */
export type Answered = Pick<Response, 'ok' | 'status' | 'headers' | 'json'>;

/** A read that began before the application was loaded. */
type EarlyRead = {
  token: string;
  beganAtMs: number;
  /** Resolves once the body has arrived too. */
  response: Promise<Answered>;
  abort: (reason: unknown) => void;
};

/** Older reads are not used. Over a slow connection, the code that uses them takes this long. */
export const LONGEST_EARLY_MS = 15 * SECOND_MS;

declare global {
  /** Begun by the document's own script, which is bundled apart from the code that takes them over. */
  var earlyReads: Map<string, EarlyRead> | undefined;
}

globalThis.earlyReads ??= new Map();
const reads = globalThis.earlyReads;

async function withBody(response: Response): Promise<Answered> {
  const body: Promise<unknown> = response.json();
  await body.catch(() => {});
  const { ok, status, headers } = response;
  return { ok, status, headers, json: () => body };
}

/** Starts a read with a token; `takeRead` passes on a failure. */
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
 * The moment at which a waiting read of a path began, if that was less than 15 s before `nowMs`; else `nowMs`. A request
 * for everything up to this moment has the address of the waiting one, also when a minute has passed since.
 */
export function earlyMomentMs(path: string, nowMs: number): number {
  for (const [address, { beganAtMs }] of reads) {
    const ageMs = nowMs - beganAtMs;
    if (address.startsWith(`${path}?`) && ageMs >= 0 && ageMs < LONGEST_EARLY_MS) return beganAtMs;
  }
  return nowMs;
}

/** Takes over the early read of an address with the same token, once; the signal aborts it. Null where there is none. */
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
