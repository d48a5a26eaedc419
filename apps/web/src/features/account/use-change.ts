import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { toastFailure } from '../../api/failure-toast.ts';
import { currentUserQuery } from '../../api/queries.ts';
import { serverMessage } from '../../api/server-message.ts';
import { withFreshProof } from '../../api/session/fresh-proof.ts';

const BAD_REQUEST = 400;

/** What a refused change says beside its form: the reason, where the input was at fault. */
function reasonOf(error: unknown): string | null {
  const isInput = error instanceof ApiError && error.status === BAD_REQUEST;
  return isInput ? serverMessage(error) : null;
}

/**
 * Makes a change to the account, once at a time, asking for the password where the server wants it. A failure is told
 * by a toast, and by `error` where the input was at fault; after success the account is read anew.
 */
export function useChange(): {
  change: (run: () => Promise<void>) => Promise<void>;
  isBusy: boolean;
  error: string | null;
} {
  const queryClient = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const change = async (run: () => Promise<void>) => {
    if (isBusy) return;
    setError(null);
    setBusy(true);
    try {
      await withFreshProof(run);
      void queryClient.invalidateQueries({ queryKey: currentUserQuery.queryKey });
    } catch (cause) {
      setError(reasonOf(cause));
      toastFailure(cause);
    } finally {
      setBusy(false);
    }
  };
  return { change, isBusy, error };
}
