import { MINUTE_MS } from '@moneytrail/calendar';
import { login, requestRecovery, sendOtp } from '@moneytrail/contract';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { request } from '../../../api/request.ts';
import { deviceId, deviceInfo } from '../../../api/session/device.ts';
import { session } from '../../../api/session/session.ts';
import { signInAfterSignOut } from '../../../api/session/sign-out.ts';
import { useCodeRequest } from '../../../api/use-code-request.ts';
import type { SendAnswer } from '../../../lib/resend-pause.ts';
import { showToast } from '../../../stores/toasts.ts';
import { AUTH_TEXTS } from '../texts.ts';
import { EmptyAnswer, readSignInFailure } from './sign-in-error.ts';

export type Credentials = { username: string; password: string };
type CodeMode = 'sms' | 'recovery';
type Attempt = { credentials: Credentials; given?: { mode: CodeMode; code: string } };

/** Signs in and begins the session, unless a code is needed. Rejects with an `ApiError` or `EmptyAnswer`. */
async function enter({ credentials, given }: Attempt): Promise<{ needsCode: boolean }> {
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

/** Requests a code for the sign-in this browser has begun. */
function requestCode(asked: { username: string; mode: CodeMode }): Promise<SendAnswer> {
  const endpoint = asked.mode === 'sms' ? sendOtp : requestRecovery;
  return request(endpoint, { body: { username: asked.username } });
}

/** The password is kept for the second step alone. */
export type SignInStep =
  | { kind: 'credentials' }
  | { kind: 'code'; mode: CodeMode; credentials: Credentials };

const FIRST_STEP: SignInStep = { kind: 'credentials' };
/** The server waits as long for a code. */
const PASSWORD_KEPT_MS = 10 * MINUTE_MS;

/** Calls back when the code step has been open too long. */
function useExpiry(step: SignInStep, expire: () => void): void {
  const isOpen = step.kind === 'code';
  const onExpired = useEffectEvent(expire);
  useEffect(() => {
    if (!isOpen) return;
    const timer = setTimeout(() => onExpired(), PASSWORD_KEPT_MS);
    return () => clearTimeout(timer);
  }, [isOpen]);
}

type PendingAccount = {
  email: string | null;
  isEmailConfirmed: boolean;
  phoneEnding: string | null;
};

/** The two steps of signing in; `onDone` runs once the session has begun. */
export function useSignIn(onDone: () => void) {
  const [step, setStep] = useState<SignInStep>(FIRST_STEP);
  const [error, setError] = useState<string | null>(null);
  const [pending, setPending] = useState<PendingAccount | null>(null);
  const startAgain = (text: string) => {
    setStep(FIRST_STEP);
    setError(text);
  };
  const onError = (cause: unknown, attempt?: Attempt) => {
    const failure = readSignInFailure(cause);
    if (failure.kind === 'pending') {
      const email = attempt?.credentials.username ?? null;
      const { isEmailConfirmed, phoneEnding } = failure;
      setPending({ email, isEmailConfirmed, phoneEnding });
    } else if (failure.kind === 'start-again') startAgain(failure.text);
    else setError(failure.text);
  };
  useExpiry(step, () => startAgain(AUTH_TEXTS.signIn.expired));
  const code = useCodeRequest(null, {
    send: requestCode,
    onSent: ({ mode }) => {
      setStep((now) => (now.kind === 'code' ? { ...now, mode } : now));
      if (mode === 'sms') return;
      showToast({ kind: 'success', text: AUTH_TEXTS.signIn.recoverySent });
    },
    onError,
  });
  const entering = useMutation({
    mutationFn: enter,
    meta: { failure: 'in-place' },
    onMutate: () => setError(null),
    onSuccess: ({ needsCode }, { credentials }) => {
      if (!needsCode) return onDone();
      setStep({ kind: 'code', mode: 'sms', credentials });
      code.request({ username: credentials.username, mode: 'sms' });
    },
    onError,
  });
  const credentials = step.kind === 'code' ? step.credentials : null;
  return {
    step,
    error,
    isBusy: entering.isPending,
    /** A code that already arrived may be entered while the request for one is pending. */
    code,
    /** The account awaits approval; null if it does not, or the notice is closed. */
    pending,
    closePending: () => setPending(null),
    submitCredentials: (given: Credentials) => entering.mutate({ credentials: given }),
    submitCode: (typed: string) => {
      if (step.kind !== 'code') return;
      entering.mutate({ credentials: step.credentials, given: { mode: step.mode, code: typed } });
    },
    /** Requests another code, by the same channel or the other. */
    sendCode: (mode: CodeMode) => {
      setError(null);
      if (credentials) code.request({ username: credentials.username, mode });
    },
  };
}

export type SignIn = ReturnType<typeof useSignIn>;
