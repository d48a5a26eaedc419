import { useEffect, useState } from 'react';
import { serverClock } from '../../../api/server-clock.ts';
import { sendAgainAtMs } from '../../../lib/resend-pause.ts';
import { showToast } from '../../../stores/toasts.ts';
import { AUTH_TEXTS } from '../texts.ts';
import { type CodeMode, type Credentials, enter, requestCode } from './enter.ts';
import { readSignInFailure } from './sign-in-error.ts';

/** Where a sign-in stands; the password is kept for the second step alone. */
export type SignInStep =
  | { kind: 'credentials' }
  | { kind: 'code'; mode: CodeMode; credentials: Credentials; sendAgainAtMs: number };

export type SignIn = {
  step: SignInStep;
  error: string | null;
  isBusy: boolean;
  isPendingShown: boolean;
  closePending: () => void;
  submitCredentials: (credentials: Credentials) => Promise<void>;
  submitCode: (code: string) => Promise<void>;
  resend: () => Promise<void>;
  askForRecovery: () => Promise<void>;
};

const FIRST_STEP: SignInStep = { kind: 'credentials' };
/** As long as the server keeps the door open for a code. */
const PASSWORD_KEPT_MS = 10 * 60_000;

/** Calls back when a step was left open for too long. */
function useExpiry(step: SignInStep, onExpired: () => void): void {
  const isOpen = step.kind === 'code';
  useEffect(() => {
    if (!isOpen) return;
    const timer = setTimeout(onExpired, PASSWORD_KEPT_MS);
    return () => clearTimeout(timer);
  }, [isOpen, onExpired]);
}

/** The two steps of signing in; `onDone` is called when the session has begun. */
export function useSignIn(onDone: () => void): SignIn {
  const [step, setStep] = useState<SignInStep>(FIRST_STEP);
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [isPendingShown, setPendingShown] = useState(false);
  const [expire] = useState(() => () => {
    setStep(FIRST_STEP);
    setError(AUTH_TEXTS.signIn.expired);
  });
  useExpiry(step, expire);

  const fail = (cause: unknown) => {
    const failure = readSignInFailure(cause);
    if (failure.kind === 'pending') return setPendingShown(true);
    if (failure.kind === 'start-again') setStep(FIRST_STEP);
    setError(failure.text);
  };
  const attempt = async (run: () => Promise<void>) => {
    setError(null);
    setBusy(true);
    try {
      await run();
    } catch (cause) {
      fail(cause);
    } finally {
      setBusy(false);
    }
  };
  /** Shows the second step at once; where sending fails its countdown runs all the same. */
  const askForCode = async (credentials: Credentials, mode: CodeMode) => {
    const show = (againAtMs: number) =>
      setStep({ kind: 'code', mode, credentials, sendAgainAtMs: againAtMs });
    show(sendAgainAtMs(null, serverClock.now()));
    show(await requestCode(credentials.username, mode));
  };
  return {
    step,
    error,
    isBusy,
    isPendingShown,
    closePending: () => setPendingShown(false),
    submitCredentials: (credentials) =>
      attempt(async () => {
        const { needsCode } = await enter(credentials);
        if (needsCode) await askForCode(credentials, 'sms');
        else onDone();
      }),
    submitCode: (code) =>
      attempt(async () => {
        if (step.kind !== 'code') return;
        await enter(step.credentials, { mode: step.mode, code });
        onDone();
      }),
    resend: () =>
      attempt(async () => {
        if (step.kind === 'code') await askForCode(step.credentials, step.mode);
      }),
    askForRecovery: () =>
      attempt(async () => {
        if (step.kind !== 'code') return;
        const againAtMs = await requestCode(step.credentials.username, 'recovery');
        setStep({ ...step, mode: 'recovery', sendAgainAtMs: againAtMs });
        showToast({ kind: 'success', text: AUTH_TEXTS.signIn.recoverySent });
      }),
  };
}
