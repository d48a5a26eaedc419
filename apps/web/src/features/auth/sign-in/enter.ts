import { login, requestRecovery, sendOtp } from '@moneytrail/contract';
import { send } from '../../../api/send.ts';
import { serverClock } from '../../../api/server-clock.ts';
import { deviceId, deviceInfo } from '../../../api/session/device.ts';
import { session } from '../../../api/session/session.ts';
import { sendAgainAtMs } from '../../../lib/resend-pause.ts';
import { EmptyAnswer } from './sign-in-error.ts';

export type Credentials = { username: string; password: string };
/** How the code reaches its owner. */
export type CodeMode = 'sms' | 'recovery';

/**
 * Signs in by password, and by a code where one was asked for. Answers whether a code is needed; where none is, the
 * session has begun. Rejects with an `ApiError`, or with `EmptyAnswer`.
 */
export async function enter(
  { username, password }: Credentials,
  given?: { mode: CodeMode; code: string },
): Promise<{ needsCode: boolean }> {
  const code = given && { [given.mode === 'sms' ? 'otpCode' : 'recoveryCode']: given.code };
  const body = { username, password, deviceId: deviceId(), deviceInfo: deviceInfo(), ...code };
  const answer = await send(login, { body });
  if (answer.accessToken !== undefined) {
    session.begin(answer.accessToken);
    return { needsCode: false };
  }
  if (!answer.needOtp) throw new EmptyAnswer();
  return { needsCode: true };
}

/** Asks for a code; answers from when on another one may be asked for, by the server's clock. */
export async function requestCode(username: string, mode: CodeMode): Promise<number> {
  const endpoint = mode === 'sms' ? sendOtp : requestRecovery;
  const answer = await send(endpoint, { body: { username } });
  return sendAgainAtMs(answer, serverClock.now());
}
