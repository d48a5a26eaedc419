import type * as z from 'zod';
import { PaymentProviderError } from './payment-provider.ts';

export const TIMEOUT_MS = 10_000;

/** One request to a provider. */
export type ProviderCall = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  url: string;
  headers: Record<string, string>;
  body?: string | URLSearchParams | undefined;
  /** Ends the call, all its requests included. */
  signal: AbortSignal;
};

/** An answer that was read whole; `json` is null where it is none. */
export type ProviderAnswer = { status: number; json: unknown };

/** JSON as a value; null where it is none. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // Nothing, or a proxy's page: whoever needs more of it refuses it.
  }
}

/** Sends a request and reads the answer; rejects with `unavailable` where there is none. */
export async function askProvider(name: string, call: ProviderCall): Promise<ProviderAnswer> {
  const { url, ...init } = call;
  try {
    // A redirect would carry the key to wherever it leads.
    const response = await fetch(url, { ...init, body: init.body ?? null, redirect: 'error' });
    return { status: response.status, json: parsed(await response.text()) };
  } catch (error) {
    // The message of `fetch` repeats addresses; the kind of failure is enough.
    const kind = error instanceof Error ? error.name : 'unknown';
    throw new PaymentProviderError('unavailable', `${name} was not reached (${kind})`);
  }
}

export const isSuccess = ({ status }: ProviderAnswer): boolean => status >= 200 && status < 300;

/** Whether a text can be told: a short name, never a sentence that may repeat what was sent. */
export const isWord = (text: string | undefined): text is string =>
  /^[\w.-]{1,80}$/.test(text ?? '');

/** The failure that an answer is: most of 4xx is a refusal, the rest is worth trying again. */
export function refusalOf(
  message: string,
  status: number,
  issue: string | null,
): PaymentProviderError {
  const isRefused = status >= 400 && status < 500 && status !== 429 && status !== 408;
  return new PaymentProviderError(isRefused ? 'refused' : 'unavailable', message, issue);
}

/** A number of cents out of a decimal amount such as `29.99`; null where it is none. */
export function centsOf(amount: string): number | null {
  const [, whole, part = ''] = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(amount) ?? [];
  return whole === undefined ? null : Number(whole) * 100 + Number(part.padEnd(2, '0'));
}

/** A moment as providers write it; null where there is none. */
export function momentOf(written: string | null | undefined): number | null {
  const atMs = Date.parse(written ?? '');
  return Number.isNaN(atMs) ? null : atMs;
}

/** What an answer holds; rejects with `unavailable` where it is not as documented. */
export function expectAnswer<Schema extends z.ZodType>(
  name: string,
  schema: Schema,
  { status, json }: ProviderAnswer,
): z.infer<Schema> {
  const read = schema.safeParse(json);
  if (read.success) return read.data;
  const where = read.error.issues[0]?.path.join('.') ?? '';
  throw new PaymentProviderError(
    'unavailable',
    `${name} answered ${status} with something that cannot be read${where && ` at ${where}`}`,
  );
}

/** What a genuine notice holds; rejects with `unavailable` where it is not as documented: it is sent again. */
export function expectNotice<Schema extends z.ZodType>(
  name: string,
  schema: Schema,
  json: unknown,
): z.infer<Schema> {
  const read = schema.safeParse(json);
  if (read.success) return read.data;
  const where = read.error.issues[0]?.path.join('.') ?? '';
  throw new PaymentProviderError('unavailable', `${name} sent a notice that lacks ${where}`);
}

/** An address to send a person to; rejects where its host is not the provider's. */
export function expectProviderUrl(
  name: string,
  url: string,
  isTrusted: (url: URL) => boolean,
): string {
  if (URL.canParse(url)) {
    const { username, password } = new URL(url);
    if (username === '' && password === '' && isTrusted(new URL(url))) return url;
  }
  throw new PaymentProviderError('unavailable', `${name} answered an address that is not its own`);
}

/** Of `host` or below it, encrypted. */
export function isBelow(host: string): (url: URL) => boolean {
  return ({ protocol, hostname }) =>
    protocol === 'https:' && (hostname === host || hostname.endsWith(`.${host}`));
}
