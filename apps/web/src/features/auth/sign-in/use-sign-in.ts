import { MINUTE_MS } from '@moneytrail/calendar';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { type CodeRequest, useCodeRequest } from '../../../api/use-code-request.ts';
import { showToast } from '../../../stores/toasts.ts';
import { AUTH_TEXTS } from '../texts.ts';
import { type CodeMode, type Credentials, enter, requestCode } from './enter.ts';
import { readSignInFailure } from './sign-in-error.ts';

/** Where a sign-in stands; the password is kept for the second step alone. */
export type SignInStep =
  | { kind: 'credentials' }
  | { kind: 'code'; mode: CodeMode; credentials: Credentials };

export type SignIn = {
  step: SignInStep;
  error: string | null;
  /** A password or a code is checked. */
  isBusy: boolean;
  /** The request for a code; one that is here already may be entered while it runs. */
  code: Pick<CodeRequest<unknown>, 'availableAtMs' | 'outcome' | 'isPending'>;
  isPendingShown: boolean;
  closePending: () => void;
  submitCredentials: (credentials: Credentials) => void;
  submitCode: (code: string) => void;
  /** Requests another code, on the same way or on another one. */
  sendCode: (mode: CodeMode) => void;
};

const FIRST_STEP: SignInStep = { kind: 'credentials' };
/** As long as the server waits for a code. */
const PASSWORD_KEPT_MS = 10 * MINUTE_MS;

/** Calls back when a step was left open for too long. */
function useExpiry(step: SignInStep, expire: () => void): void {
  const isOpen = step.kind === 'code';
  const onExpired = useEffectEvent(expire);
  useEffect(() => {
    if (!isOpen) return;
    const timer = setTimeout(() => onExpired(), PASSWORD_KEPT_MS);
    return () => clearTimeout(timer);
  }, [isOpen]);
}

/** The two steps of signing in; `onDone` is called when the session has begun. */
export function useSignIn(onDone: () => void): SignIn {
  const [step, setStep] = useState<SignInStep>(FIRST_STEP);
  const [error, setError] = useState<string | null>(null);
  const [isPendingShown, setPendingShown] = useState(false);
  const startAgain = (text: string) => {
    setStep(FIRST_STEP);
    setError(text);
  };
  const onError = (cause: unknown) => {
    const failure = readSignInFailure(cause);
    if (failure.kind === 'pending') setPendingShown(true);
    else if (failure.kind === 'start-again') startAgain(failure.text);
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
    code,
    isPendingShown,
    closePending: () => setPendingShown(false),
    submitCredentials: (given) => entering.mutate({ credentials: given }),
    submitCode: (typed) => {
      if (step.kind !== 'code') return;
      entering.mutate({ credentials: step.credentials, given: { mode: step.mode, code: typed } });
    },
    sendCode: (mode) => {
      setError(null);
      if (credentials) code.request({ username: credentials.username, mode });
    },
  };
}
