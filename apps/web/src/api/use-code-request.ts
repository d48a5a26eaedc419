import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type SendAnswer, sendAgainAtMs } from '../lib/resend-pause.ts';
import { serverClock } from './server-clock.ts';

/** A one-time code that was requested, or is. */
export type CodeRequest<Input> = {
  /** From when on another one may be requested, by the server's clock. */
  availableAtMs: number;
  /** What came of the last request: a code was sent, the one before is still good, or there is none here; null until then. */
  outcome: 'sent' | 'still-good' | 'elsewhere' | null;
  isPending: boolean;
  request: (input: Input) => void;
};

function outcomeOf({ isSent, hasCode }: SendAnswer): CodeRequest<unknown>['outcome'] {
  if (isSent !== false) return 'sent';
  return hasCode === false ? 'elsewhere' : 'still-good';
}

const stateOf = (answer: SendAnswer | null) => ({
  availableAtMs: sendAgainAtMs(answer, serverClock.now()),
  outcome: answer && outcomeOf(answer),
});

/** Requests one-time codes and keeps the pause between them; a request that failed has its pause all the same. */
export function useCodeRequest<Input>(
  first: SendAnswer | null,
  options: {
    send: (input: Input) => Promise<SendAnswer>;
    onSent?: (input: Input) => void;
    /** Shows a failure where the code is entered; without it a toast tells of it. */
    onError?: (error: unknown) => void;
  },
): CodeRequest<Input> {
  const [state, setState] = useState(() => stateOf(first));
  const { mutate, isPending } = useMutation({
    mutationFn: options.send,
    onMutate: () => setState(stateOf(null)),
    onSuccess: (answer, input) => {
      setState(stateOf(answer));
      options.onSent?.(input);
    },
    ...(options.onError && { onError: options.onError, meta: { failure: 'in-place' } }),
  });
  return { ...state, isPending, request: mutate };
}
