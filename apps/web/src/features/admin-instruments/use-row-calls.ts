import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { readAnew } from '../../api/read-anew.ts';

/** A call about one row of a list. */
export type RowCall = { code: string };

/** Where the newest call about a row stands; nothing is kept of those that succeeded. */
export type RowState = { isPending: boolean; error: Error | null };

export type RowCalls<Call extends RowCall> = {
  call: (call: Call) => void;
  stateOf: (code: string) => RowState;
};

/** The state of a row about which nothing was called. */
export const QUIET: RowState = { isPending: false, error: null };

/**
 * Calls about rows of a list, which may be under way side by side and are sent one after the other. Failures are shown
 * in their rows; a row that has left the screen keeps its own for a few minutes.
 */
export function useRowCalls<Call extends RowCall, Answer>(
  name: readonly string[],
  {
    send,
    onDone,
  }: { send: (call: Call) => Promise<Answer>; onDone: (answer: Answer, call: Call) => void },
): RowCalls<Call> {
  const mutationKey = ['admin', 'instruments', ...name];
  const { mutate } = useMutation({
    mutationKey,
    mutationFn: send,
    scope: { id: mutationKey.join(' ') },
    onSuccess: onDone,
    meta: { failure: 'in-place' },
  });
  const states = useMutationState({
    filters: { mutationKey },
    select: ({ state }): [string, RowState] => [
      (state.variables as Call).code,
      { isPending: state.status === 'pending', error: state.error },
    ],
  });
  // Oldest first: the newest call about a row decides.
  const byCode = new Map(states);
  return { call: (call) => mutate(call), stateOf: (code) => byCode.get(code) ?? QUIET };
}

/** Reads everything about instruments again. */
export function useReadAgain(): () => void {
  const queryClient = useQueryClient();
  return () => void readAnew(queryClient, { queryKey: ['admin', 'instruments'] });
}
