import { useQueryClient } from '@tanstack/react-query';
import { ApiError, serverMessage } from '../../api/api-error.ts';
import { currentUserQuery } from '../../api/queries.ts';
import { readAnew } from '../../api/read-anew.ts';
import { withReauthentication } from '../../api/session/reauthentication.ts';
import { type FormRequest, useFormRequest } from '../../api/use-form-request.ts';

const BAD_REQUEST = 400;

/** Input errors are shown in the form, everything else in a toast. */
function reasonOf(error: unknown): string | null {
  const isInput = error instanceof ApiError && error.status === BAD_REQUEST;
  return isInput ? serverMessage(error) : null;
}

/**
 * A change to the account, re-authenticating where the server demands it. Input errors appear in the form, others in
 * a toast; after success the account is read again.
 */
export function useAccountChange<Input, Answer>(
  form: Parameters<typeof useFormRequest>[0],
  change: {
    send: (input: Input) => Promise<Answer>;
    onDone: (answer: Answer, input: Input) => void;
  },
): FormRequest<Input> {
  const queryClient = useQueryClient();
  return useFormRequest<Input, Answer>(form, {
    send: (input) => withReauthentication(() => change.send(input)),
    onDone: (answer, input) => {
      void readAnew(queryClient, { queryKey: currentUserQuery.queryKey });
      change.onDone(answer, input);
    },
    textOf: reasonOf,
  });
}
