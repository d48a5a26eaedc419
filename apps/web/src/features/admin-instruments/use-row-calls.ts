import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { readAnew } from '../../api/read-anew.ts';

export type RowCall = { code: string };

/** The newest call about a row; successful ones are forgotten. */
export type RowState = { isPending: boolean; error: Error | null };

export type RowCalls<Call extends RowCall> = {
  call: (call: Call) => void;
  stateOf: (code: string) => RowState;
};

export const IDLE: RowState = { isPending: false, error: null };

/**
 * Calls about rows of a list. Several may be pending; they are sent one after the other. Errors appear in their rows
 * and survive scrolling out of view for a few minutes.
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
  // Oldest first, so the newest call about a row wins.
  const byCode = new Map(states);
  return { call: (call) => mutate(call), stateOf: (code) => byCode.get(code) ?? IDLE };
}

export function useRefreshInstruments(): () => void {
  const queryClient = useQueryClient();
  return () => void readAnew(queryClient, { queryKey: ['admin', 'instruments'] });
}
