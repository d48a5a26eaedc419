import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type SendAnswer, sendAgainAtMs } from '../lib/resend-pause.ts';
import { serverClock } from './server-clock.ts';

/** The state of a request for a one-time code. */
export type CodeRequest<Input> = {
  /** Another code may be requested from this time on, by the server's clock. */
  availableAtMs: number;
  /** The last request's result: a code was sent, the former one is still good, or it went elsewhere; null before. */
  outcome: 'sent' | 'still-good' | 'elsewhere' | null;
  /** The use of a code that went elsewhere, and the number's last digits, as far as the server tells. */
  codeWasFor: SendAnswer['codeWasFor'];
  phoneEnding: SendAnswer['phoneEnding'];
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
  codeWasFor: answer?.codeWasFor,
  phoneEnding: answer?.phoneEnding,
});

/** Requests one-time codes and keeps the pause between them, also after a failed request. */
export function useCodeRequest<Input>(
  first: SendAnswer | null,
  options: {
    send: (input: Input) => Promise<SendAnswer>;
    onSent?: (input: Input) => void;
    /** Shows a failure beside the code's field; otherwise a toast does. */
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
