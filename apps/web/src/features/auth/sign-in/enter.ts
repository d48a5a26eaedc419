import { login, requestRecovery, sendOtp } from '@moneytrail/contract';
import { request } from '../../../api/request.ts';
import { deviceId, deviceInfo } from '../../../api/session/device.ts';
import { session } from '../../../api/session/session.ts';
import { signInAfterSignOut } from '../../../api/session/sign-out.ts';
import type { SendAnswer } from '../../../lib/resend-pause.ts';
import { EmptyAnswer } from './sign-in-error.ts';

export type Credentials = { username: string; password: string };
/** How the code reaches its owner. */
export type CodeMode = 'sms' | 'recovery';
/** A sign-in: by password, and by a code where one was asked for. */
export type Attempt = { credentials: Credentials; given?: { mode: CodeMode; code: string } };

/**
 * Signs in. Answers whether a code is needed; where none is, the session has begun. Rejects with an `ApiError`, or with
 * `EmptyAnswer`.
 */
export async function enter({ credentials, given }: Attempt): Promise<{ needsCode: boolean }> {
  const { username, password } = credentials;
  const code = given && { [given.mode === 'sms' ? 'otpCode' : 'recoveryCode']: given.code };
  const body = { username, password, deviceId: deviceId(), deviceInfo: deviceInfo(), ...code };
  const token = await signInAfterSignOut(async () => {
    const answer = await request(login, { body });
    if (answer.accessToken === undefined && !answer.needOtp) throw new EmptyAnswer();
    return answer.accessToken;
  });
  if (token !== undefined) session.begin(token);
  return { needsCode: token === undefined };
}

/** Asks for a code for the sign-in that this browser has begun. */
export function requestCode(asked: { username: string; mode: CodeMode }): Promise<SendAnswer> {
  const endpoint = asked.mode === 'sms' ? sendOtp : requestRecovery;
  return request(endpoint, { body: { username: asked.username } });
}
