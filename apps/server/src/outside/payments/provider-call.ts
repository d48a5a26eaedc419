import type * as z from 'zod';
import { PaymentProviderError } from './payment-provider.ts';

export const TIMEOUT_MS = 10_000;

export type ProviderCall = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  url: string;
  headers: Record<string, string>;
  body?: string | URLSearchParams | undefined;
  /** Aborts the call, all its requests included. */
  signal: AbortSignal;
};

/** `json` is null if the body is not JSON. */
export type ProviderAnswer = { status: number; json: unknown };

/** Parses JSON; null if it is invalid. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // Empty, or a proxy's page: the schema check refuses it if a body is needed.
  }
}

/** Sends a request and reads the answer; rejects with `unavailable` if there is none. */
export async function askProvider(name: string, call: ProviderCall): Promise<ProviderAnswer> {
  const { url, ...init } = call;
  try {
    // A redirect would send the key to another host.
    const response = await fetch(url, { ...init, body: init.body ?? null, redirect: 'error' });
    return { status: response.status, json: parsed(await response.text()) };
  } catch (error) {
    // The message of `fetch` repeats addresses; the kind of error is enough.
    const kind = error instanceof Error ? error.name : 'unknown';
    throw new PaymentProviderError('unavailable', `${name} was not reached (${kind})`);
  }
}

export const isSuccess = ({ status }: ProviderAnswer): boolean => status >= 200 && status < 300;

/** True if a text may be logged: a short code, never a sentence that may repeat the request. */
export const isWord = (text: string | undefined): text is string =>
  /^[\w.-]{1,80}$/.test(text ?? '');

/** The error for an answer: most 4xx are refusals, everything else may be retried. */
export function refusalOf(
  message: string,
  status: number,
  issue: string | null,
): PaymentProviderError {
  const isRefused = status >= 400 && status < 500 && status !== 429 && status !== 408;
  return new PaymentProviderError(isRefused ? 'refused' : 'unavailable', message, issue);
}

/** Converts a decimal amount such as `29.99` to cents; null if it is invalid. */
export function centsOf(amount: string): number | null {
  const [, whole, part = ''] = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(amount) ?? [];
  return whole === undefined ? null : Number(whole) * 100 + Number(part.padEnd(2, '0'));
}

/** Parses a provider's timestamp; null if it is missing or invalid. */
export function momentOf(written: string | null | undefined): number | null {
  const atMs = Date.parse(written ?? '');
  return Number.isNaN(atMs) ? null : atMs;
}

/** Parses an answer; rejects with `unavailable` if it is not as documented. */
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

/** Parses a genuine notice; rejects with `unavailable` if it is not as documented, so that it is sent again. */
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

/** A URL to redirect a user to, as it was parsed; rejects if its host is not the provider's. */
export function expectProviderUrl(
  name: string,
  address: string,
  isTrusted: (url: URL) => boolean,
): string {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url?.username === '' && url.password === '' && isTrusted(url)) return url.href;
  throw new PaymentProviderError('unavailable', `${name} answered an address that is not its own`);
}

/** True if a URL is https on `host` or a subdomain. */
export function isBelow(host: string): (url: URL) => boolean {
  return ({ protocol, hostname }) =>
    protocol === 'https:' && (hostname === host || hostname.endsWith(`.${host}`));
}
