import type * as z from 'zod';
import { PaymentProviderError } from './payment-provider.ts';
import { failure, token } from './paypal-wire.ts';
import {
  askProvider,
  expectAnswer,
  isSuccess,
  isWord,
  type ProviderAnswer,
  refusalOf,
  TIMEOUT_MS,
} from './provider-call.ts';

const NAME = 'PayPal';
/** A token is not used in its last minute: it may expire in transit. */
const SPARE_MS = 60_000;

export type PayPalAccess = {
  baseUrl: string;
  clientId: string;
  clientSecret: string;
  /** Timeout of one call, all its requests included. */
  timeoutMs?: number;
};

/** One request under `baseUrl`. */
type PayPalRequest = {
  method: 'GET' | 'POST';
  path: string;
  /** A value, or serialised JSON. */
  body?: object | string;
  headers?: Record<string, string>;
  signal: AbortSignal;
};

export type PayPalClient = ReturnType<typeof createPayPalClient>;

/** Uses PayPal's error codes only: messages repeat the request. */
function refusal({ status, json }: ProviderAnswer): PaymentProviderError {
  const told = failure.safeParse(json).data;
  const issue = [told?.details?.[0]?.issue, told?.name, told?.error].find(isWord) ?? null;
  const debug = isWord(told?.debug_id) ? `, debug id ${told.debug_id}` : '';
  return refusalOf(`PayPal answered ${status} (${issue ?? 'no reason'}${debug})`, status, issue);
}

/** Requests with an access token, which is cached until a minute before it expires. */
export function createPayPalClient(
  { baseUrl, clientId, clientSecret, timeoutMs = TIMEOUT_MS }: PayPalAccess,
  { now }: { now: () => number },
) {
  const credentials = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
  const deadline = () => AbortSignal.timeout(timeoutMs);
  let kept: { value: string; untilMs: number } | null = null;
  let asking: Promise<string> | null = null;

  async function fetchToken(): Promise<string> {
    const answer = await askProvider(NAME, {
      method: 'POST',
      url: `${baseUrl}/v1/oauth2/token`,
      headers: { authorization: `Basic ${credentials}`, accept: 'application/json' },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
      signal: deadline(),
    });
    if (!isSuccess(answer)) throw refusal(answer);
    const { access_token: value, expires_in } = expectAnswer(NAME, token, answer);
    kept = { value, untilMs: now() + expires_in * 1_000 - SPARE_MS };
    return value;
  }

  /** Single-flight: one token request serves all callers, each of which waits no longer than its own deadline. */
  async function tokenFor(signal: AbortSignal): Promise<string> {
    if (kept && now() < kept.untilMs) return kept.value;
    asking ??= fetchToken().finally(() => {
      asking = null;
    });
    const late = new Promise<never>((_, reject) => {
      const end = () =>
        reject(new PaymentProviderError('unavailable', 'PayPal was not reached in time'));
      if (signal.aborted) end();
      signal.addEventListener('abort', end, { once: true });
    });
    return Promise.race([asking, late]);
  }

  async function send(request: PayPalRequest): Promise<ProviderAnswer & { usedToken: string }> {
    const { method, path, body, headers, signal } = request;
    const usedToken = await tokenFor(signal);
    const answer = await askProvider(NAME, {
      method,
      url: baseUrl + path,
      headers: {
        accept: 'application/json',
        'content-type': 'application/json',
        ...headers,
        authorization: `Bearer ${usedToken}`,
      },
      body: typeof body === 'object' ? JSON.stringify(body) : body,
      signal,
    });
    return { ...answer, usedToken };
  }

  return {
    /** A new signal that ends a call in time. */
    deadline,
    /** Rejects with a `PaymentProviderError` unless the answer is 2xx and matches the schema. */
    ask: async <Schema extends z.ZodType>(
      schema: Schema,
      request: PayPalRequest,
    ): Promise<z.infer<Schema>> => {
      let answer = await send(request);
      if (answer.status === 401) {
        if (kept?.value === answer.usedToken) kept = null;
        answer = await send(request);
      }
      if (!isSuccess(answer)) throw refusal(answer);
      return expectAnswer(NAME, schema, answer);
    },
  };
}
