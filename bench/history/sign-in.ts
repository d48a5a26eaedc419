import { demoMessage, getDemoMailbox, login, sendOtp } from '@moneytrail/contract';
import { openBrowser } from '../../apps/server/src/modules/accounts/testing/start-accounts.ts';

type App = Parameters<typeof openBrowser>[0];

const USERNAME = 'admin@demo.test';
const PASSWORD = 'Demo123!';

/** The access token of the demo administrator, who signs in with password and SMS code. */
export async function signIn(app: App): Promise<string> {
  const browser = openBrowser(app);
  const body = { username: USERNAME, password: PASSWORD, deviceId: browser.deviceId };
  await browser.call(login, { body });
  await browser.call(sendOtp, { body: { username: USERNAME } });
  for (let tries = 0; tries < 100; tries++) {
    const sent: unknown = JSON.parse((await browser.call(getDemoMailbox)).text);
    const messages = Array.isArray(sent) ? sent.map((one) => demoMessage.parse(one)) : [];
    const codes = messages.map(({ text }) => /code is (\d{6})/.exec(text)?.[1]);
    const otpCode = codes.find((code) => code !== undefined);
    if (otpCode) {
      const { body: answer, text } = await browser.call(login, { body: { ...body, otpCode } });
      if (typeof answer.accessToken !== 'string') throw new Error(text);
      return answer.accessToken;
    }
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error('no code was sent');
}
