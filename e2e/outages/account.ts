import { setTimeout as sleep } from 'node:timers/promises';
import { type APIRequestContext, type APIResponse, request } from '@playwright/test';
import { RECOVERY_CODE } from '../mailbox.ts';

/** A signed-in device. */
export type Device = {
  /** The state that a browser stores for it. */
  storageState: () => Promise<Awaited<ReturnType<APIRequestContext['storageState']>>>;
  /** Reads a path of the API; null while the server is too busy. */
  get: (path: string) => Promise<unknown>;
  close: () => Promise<void>;
};

const PASSWORD = 'Demo123!';
const BUSY = 503;
/** A new installation first stores every vendor's list. */
const LONGEST_ANSWER_MS = 120_000;
const ASK_EVERY_MS = 200;

type Message = { to: string; text: string };

/** Retries until a starting server can answer. */
async function insist(ask: () => Promise<APIResponse>): Promise<APIResponse> {
  for (;;) {
    const answer = await ask();
    if (answer.status() < 500) return answer;
    await sleep(ASK_EVERY_MS);
  }
}

/** Waits for the code that was sent to an account. */
async function codeOf(device: APIRequestContext, username: string): Promise<string> {
  for (;;) {
    const messages: Message[] = await (await insist(() => device.get('/api/demo/outbox'))).json();
    const own = messages.filter(({ to }) => to === username);
    const code = own.map(({ text }) => RECOVERY_CODE.exec(text)?.[0]).find(Boolean);
    if (code) return code;
    await sleep(ASK_EVERY_MS);
  }
}

async function accessTokenOf(answer: APIResponse): Promise<string> {
  if (!answer.ok()) throw new Error(`not signed in: ${answer.status()} ${await answer.text()}`);
  return (await answer.json()).accessToken;
}

/** Signs a demo account in. Call it once per account: a second code is delayed. */
export async function signInDevice(origin: string, username: string): Promise<Device> {
  const timeout = LONGEST_ANSWER_MS;
  const extraHTTPHeaders = { 'sec-fetch-site': 'same-origin', origin };
  const device = await request.newContext({ baseURL: origin, extraHTTPHeaders, timeout });
  const deviceId = crypto.randomUUID();
  const data = { username, password: PASSWORD, deviceId, deviceInfo: 'outages' };
  await insist(() => device.post('/api/auth/login', { data }));
  await insist(() => device.post('/api/auth/otp/recovery-request', { data: { username } }));
  const recoveryCode = await codeOf(device, username);
  let accessToken = await accessTokenOf(
    await insist(() => device.post('/api/auth/login', { data: { ...data, recoveryCode } })),
  );
  const read = (path: string) =>
    device.get(path, { headers: { authorization: `Bearer ${accessToken}` } });
  return {
    async storageState() {
      const { cookies } = await device.storageState();
      const localStorage = Object.entries({ accessToken, deviceId });
      const kept = localStorage.map(([name, value]) => ({ name, value }));
      return { cookies, origins: [{ origin, localStorage: kept }] };
    },
    async get(path) {
      let answer = await read(path);
      if (answer.status() === 401) {
        accessToken = await accessTokenOf(
          await insist(() => device.post('/api/auth/refresh', { data: { deviceId } })),
        );
        answer = await read(path);
      }
      if (answer.status() === BUSY) return null;
      if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`);
      return answer.json();
    },
    close: () => device.dispose(),
  };
}
