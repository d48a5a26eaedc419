import { type APIRequestContext, type BrowserContext, expect } from '@playwright/test';
import { PHONE_CODE, readMailbox } from './mailbox.ts';
import { ORIGIN, OWN_PAGE } from './origin.ts';

const PASSWORD = 'Demo123!';

/** What a browser keeps of a session, its cookies apart. */
type Session = { accessToken: string; deviceId: string };

/** The newest code that was sent by SMS at or after a moment. */
async function newestCode(request: APIRequestContext, sinceMs: number): Promise<string> {
  let code: string | undefined;
  await expect(async () => {
    const messages = await readMailbox(request);
    const sms = messages.find(({ channel, sentAtMs }) => channel === 'sms' && sentAtMs >= sinceMs);
    code = PHONE_CODE.exec(sms?.text ?? '')?.[0];
    expect(code).toBeDefined();
  }).toPass();
  return code ?? '';
}

/** Signs a demo account in over the interface; its cookies stay with the requester. */
export async function signInDemo(
  request: APIRequestContext,
  username: string,
  nowMs: number,
): Promise<Session> {
  const deviceId = crypto.randomUUID();
  const headers = OWN_PAGE;
  const data = { username, password: PASSWORD, deviceId, deviceInfo: 'journey' };
  const sinceMs = nowMs - 1_000;
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
  return { accessToken: answer.accessToken, deviceId };
}

/** Signs a demo account in over the interface and leaves its session in a browser context. */
export async function signIn(context: BrowserContext, username: string): Promise<void> {
  const session = await signInDemo(context.request, username, Date.now());
  const page = await context.newPage();
  await page.goto(`${ORIGIN}/favicon.svg`);
  await page.evaluate(({ accessToken, deviceId }) => {
    localStorage.setItem('accessToken', accessToken);
    localStorage.setItem('deviceId', deviceId);
  }, session);
  await page.close();
}
