import type { InjectOptions } from 'fastify';
import { addAccount, openSessionOf } from '../../../conformance/testing/people.ts';
import type { AppWorld } from '../../../conformance/testing/start-app.ts';

type Fields = Record<string, string>;
export type Encoding = 'form' | 'multipart' | 'json';

const BOUNDARY = '----moneytrail-form-boundary';

/** Multipart with line ends exactly as in the fields, as some clients send it. */
function multipart(fields: Fields): InjectOptions {
  const parts = Object.entries(fields).map(
    ([name, value]) =>
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const headers = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };
  return { headers, payload: `${parts.join('')}--${BOUNDARY}--\r\n` };
}

/** A body in one of the encodings used by charts storage clients. */
function encode(fields: Fields, encoding: Encoding): InjectOptions {
  if (encoding === 'multipart') return multipart(fields);
  const isJson = encoding === 'json';
  const type = isJson ? 'application/json' : 'application/x-www-form-urlencoded';
  const payload = isJson ? JSON.stringify(fields) : String(new URLSearchParams(fields));
  return { headers: { 'content-type': type }, payload };
}

/** A person with a session, and access by both protocols. */
export async function signIn(world: AppWorld, id?: string) {
  const userId = id ?? (await addAccount(world));
  const { token } = await openSessionOf(world, userId);
  const authorization = `Bearer ${token}`;

  /**
   * Calls the charts storage as the charting library does; every answer is JSON with status 200. An empty `authorization`
   * sends none.
   */
  async function storage(
    method: 'GET' | 'POST' | 'DELETE' | 'PUT' | 'OPTIONS',
    path: string,
    { query = {}, fields, encoding = 'form', headers = {} }: StorageRequest = {},
  ) {
    const encoded = fields ? encode(fields, encoding) : {};
    const { authorization: shown, ...others } = { authorization, ...headers };
    const answer = await world.app.inject({
      ...encoded,
      method,
      url: `/api/1.1/${path}`,
      query: { client: 'moneytrail', user: 'me', ...query },
      headers: { ...(shown === '' ? {} : { authorization: shown }), ...encoded.headers, ...others },
    });
    return { code: answer.statusCode, headers: answer.headers, body: answer.json() };
  }

  /** Calls our own API as the page does. */
  async function own(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) {
    const answer = await world.app.inject({
      method,
      url: `/api/${path}`,
      headers: { authorization, 'sec-fetch-site': 'same-origin' },
      ...(body ? { payload: body } : {}),
    });
    return { status: answer.statusCode, body: answer.body === '' ? null : answer.json() };
  }

  return { userId, token, storage, own };
}

export type StorageRequest = {
  query?: Fields;
  fields?: Fields;
  encoding?: Encoding;
  headers?: Fields;
};
export type Person = Awaited<ReturnType<typeof signIn>>;
