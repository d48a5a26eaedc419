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
  /** A password or a code is looked at. */
  isBusy: boolean;
  /** A code is being sent; one that is here already may be entered meanwhile. */
  isSending: boolean;
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

/** Runs one thing at a time and tells whether it still does. */
function useAttempt(onFailure: (error: unknown) => void): {
  isRunning: boolean;
  attempt: (run: () => Promise<void>) => Promise<void>;
} {
  const [isRunning, setRunning] = useState(false);
  const attempt = async (run: () => Promise<void>) => {
    setRunning(true);
    try {
      await run();
    } catch (error) {
      onFailure(error);
    } finally {
      setRunning(false);
    }
  };
  return { isRunning, attempt };
}

/** The two steps of signing in; `onDone` is called when the session has begun. */
export function useSignIn(onDone: () => void): SignIn {
  const [step, setStep] = useState<SignInStep>(FIRST_STEP);
  const [error, setError] = useState<string | null>(null);
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
  const entering = useAttempt(fail);
  const sending = useAttempt(fail);

  const send = (username: string, mode: CodeMode) =>
    sending.attempt(async () => {
      setError(null);
      const sendAgainAtMs = await requestCode(username, mode);
      setStep((now) => (now.kind === 'code' ? { ...now, mode, sendAgainAtMs } : now));
      if (mode === 'recovery') {
        showToast({ kind: 'success', text: AUTH_TEXTS.signIn.recoverySent });
      }
    });
  const start = async (credentials: Credentials) => {
    const { needsCode } = await enter(credentials);
    if (!needsCode) return onDone();
    // The step is shown at once; where sending fails its countdown runs all the same.
    const againAtMs = sendAgainAtMs(null, serverClock.now());
    setStep({ kind: 'code', mode: 'sms', credentials, sendAgainAtMs: againAtMs });
    void send(credentials.username, 'sms');
  };
  const enterAgain = (run: () => Promise<void>) => {
    setError(null);
    return entering.attempt(run);
  };
  return {
    step,
    error,
    isBusy: entering.isRunning,
    isSending: sending.isRunning,
    isPendingShown,
    closePending: () => setPendingShown(false),
    submitCredentials: (credentials) => enterAgain(() => start(credentials)),
    submitCode: (code) =>
      enterAgain(async () => {
        if (step.kind !== 'code') return;
        await enter(step.credentials, { mode: step.mode, code });
        onDone();
      }),
    resend: async () => {
      if (step.kind !== 'code') return;
      setStep({ ...step, sendAgainAtMs: sendAgainAtMs(null, serverClock.now()) });
      await send(step.credentials.username, step.mode);
    },
    askForRecovery: async () => {
      if (step.kind === 'code') await send(step.credentials.username, 'recovery');
    },
  };
}
