import { randomUUID } from 'node:crypto';
import { get, type IncomingMessage, request } from 'node:http';
import { login } from '@moneytrail/contract';

export const PASSWORD = 'Gr1ffin-Rock';
export const READER = 'reader@example.com';
export const ATTACKER = 'attacker@example.com';
export const ADMIN = 'admin@example.com';
/** They sign in, in turn. */
export const ENTERING = Array.from({ length: 40 }, (_, index) => `person${index}@example.com`);
export const NAMES = [READER, ATTACKER, ADMIN, ...ENTERING];

/** Addresses of this machine, so that an attacker and the others have separate limits of addresses. */
export const OWN_ADDRESS = '127.0.0.2';
const addressOf = (index: number) => `127.0.1.${1 + (index % 250)}`;

type Asked = { status: number; ms: number; body: string };

async function readAll(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** A request by somebody else than the attacker; status 0 if the connection failed. */
export function ask(
  port: number,
  path: string,
  {
    method = 'GET',
    token,
    json,
    from = OWN_ADDRESS,
  }: {
    method?: string;
    token?: string;
    json?: unknown;
    from?: string;
  } = {},
): Promise<Asked> {
  const startedAt = performance.now();
  const headers = {
    'sec-fetch-site': 'same-origin',
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(json === undefined ? {} : { 'content-type': 'application/json' }),
  };
  const options = { port, host: '127.0.0.1', localAddress: from, path, method, headers };
  return new Promise((done) => {
    const end = (status: number, body: string) =>
      done({ status, ms: performance.now() - startedAt, body });
    const sent = (json === undefined ? get : request)(options, (response) => {
      readAll(response).then(
        (body) => end(response.statusCode ?? 0, body),
        () => end(0, ''),
      );
    });
    sent.on('error', (error) => end(0, String(error)));
    sent.end(json === undefined ? undefined : JSON.stringify(json));
  });
}

let entered = 0;

/** The first step of a sign-in, with the right password, from an address of its own. */
export function enterPassword(port: number, username: string): Promise<Asked> {
  const json = { username, password: PASSWORD, deviceId: randomUUID() };
  return ask(port, login.path, { method: 'POST', json, from: addressOf(entered++) });
}
