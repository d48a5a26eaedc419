import type { APIRequestContext, BrowserContext } from '@playwright/test';
import { WEB_PORT } from './ports.ts';

export const ORIGIN = `http://localhost:${WEB_PORT}`;
/** What the browser says of a request that a page of ours makes. */
export const OWN_PAGE = { 'sec-fetch-site': 'same-origin', origin: ORIGIN };
const PASSWORD = 'Demo123!';

type OutboxMessage = { channel: 'email' | 'sms'; to: string; text: string; sentAtMs: number };

/** What the outbox holds, newest first. */
export async function readOutbox(request: APIRequestContext): Promise<OutboxMessage[]> {
  return (await request.get(`${ORIGIN}/api/demo/outbox`)).json();
}

/** The newest six-digit code that was sent by SMS at or after a moment. */
async function newestCode(request: APIRequestContext, sinceMs: number): Promise<string> {
  for (let tries = 0; tries < 50; tries += 1) {
    const messages = await readOutbox(request);
    const sms = messages.find(({ channel, sentAtMs }) => channel === 'sms' && sentAtMs >= sinceMs);
    const code = /\b\d{6}\b/.exec(sms?.text ?? '')?.[0];
    if (code) return code;
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error('no code was sent');
}

/** Signs a demo account in over the interface, leaves its session in a browser context and answers its token. */
export async function signIn(context: BrowserContext, username: string): Promise<string> {
  const { request } = context;
  const deviceId = crypto.randomUUID();
  const headers = OWN_PAGE;
  const data = { username, password: PASSWORD, deviceId, deviceInfo: 'journey' };
  const sinceMs = Date.now() - 1_000;
  const login = (more: object) =>
    request.post(`${ORIGIN}/api/auth/login`, { headers, data: { ...data, ...more } });
  const first = await (await login({})).json();
  if (first.needOtp) {
    await request.post(`${ORIGIN}/api/auth/otp/send`, { headers, data: { username } });
  }
  const answer = first.needOtp
    ? await (await login({ otpCode: await newestCode(request, sinceMs) })).json()
    : first;
  if (!answer.accessToken) throw new Error(`cannot sign in: ${JSON.stringify(answer)}`);
  const page = await context.newPage();
  await page.goto(`${ORIGIN}/favicon.svg`);
  await page.evaluate(
    ([token, device]) => {
      localStorage.setItem('accessToken', token ?? '');
      localStorage.setItem('deviceId', device ?? '');
    },
    [answer.accessToken as string, deviceId],
  );
  await page.close();
  return answer.accessToken;
}
