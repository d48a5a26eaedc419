import type * as z from 'zod';
import { failure } from './lemon-wire.ts';
import {
  askProvider,
  expectAnswer,
  isSuccess,
  isWord,
  type ProviderAnswer,
  refusalOf,
  TIMEOUT_MS,
} from './provider-call.ts';

const NAME = 'Lemon Squeezy';
const JSON_API = 'application/vnd.api+json';
const LARGEST_PAGE = 100;

export type LemonAccess = {
  baseUrl: string;
  apiKey: string;
  /** Timeout of one call, all its requests included. */
  timeoutMs?: number;
};

type LemonRequest = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  body?: object;
  signal: AbortSignal;
};

type ListSchema = z.ZodType<{ data: unknown[]; meta?: { page: { lastPage: number } } | undefined }>;

export type LemonClient = ReturnType<typeof createLemonClient>;

/** Uses Lemon Squeezy's error code only: details repeat the request. */
function refusal({ status, json }: ProviderAnswer) {
  const told = failure.safeParse(json).data?.errors[0];
  const issue = isWord(told?.code) ? told.code : null;
  return refusalOf(`Lemon Squeezy answered ${status} (${issue ?? 'no reason'})`, status, issue);
}

/** Requests with the store's API key. */
export function createLemonClient({ baseUrl, apiKey, timeoutMs = TIMEOUT_MS }: LemonAccess) {
  const headers = {
    authorization: `Bearer ${apiKey}`,
    accept: JSON_API,
    'content-type': JSON_API,
  };
  async function find<Schema extends z.ZodType>(
    schema: Schema,
    { method, path, body, signal }: LemonRequest,
  ): Promise<z.infer<Schema> | null> {
    const url = `${baseUrl}/v1${path}`;
    const text = body && JSON.stringify(body);
    const answer = await askProvider(NAME, { method, url, headers, body: text, signal });
    if (answer.status === 404) return null;
    if (!isSuccess(answer)) throw refusal(answer);
    return expectAnswer(NAME, schema, answer);
  }
  async function ask<Schema extends z.ZodType>(
    schema: Schema,
    request: LemonRequest,
  ): Promise<z.infer<Schema>> {
    const found = await find(schema, request);
    if (found === null) throw refusal({ status: 404, json: null });
    return found;
  }
  return {
    /** A new signal that ends a call in time. */
    deadline: () => AbortSignal.timeout(timeoutMs),
    /** Rejects with a `PaymentProviderError` unless the answer is 2xx and matches the schema. */
    ask,
    /** Like `ask`, but null for 404. */
    find,
    /** All pages of a list, or those up to the first for which `isEnough`. */
    askPages: async <Schema extends ListSchema>(
      schema: Schema,
      request: { path: string; query: Record<string, string>; signal: AbortSignal },
      isEnough: (page: z.infer<Schema>) => boolean = () => false,
    ): Promise<z.infer<Schema>[]> => {
      const { path, query, signal } = request;
      const read: z.infer<Schema>[] = [];
      for (let page = 1, last = 1; page <= last; page += 1) {
        const pages = { 'page[number]': String(page), 'page[size]': String(LARGEST_PAGE) };
        const asked = `${path}?${new URLSearchParams({ ...query, ...pages })}`;
        const answer = await ask(schema, { method: 'GET', path: asked, signal });
        read.push(answer);
        if (isEnough(answer)) break;
        last = answer.meta?.page.lastPage ?? 1;
      }
      return read;
    },
  };
}
