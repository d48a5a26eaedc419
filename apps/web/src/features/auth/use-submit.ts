import { useState } from 'react';

/** Sends a form once at a time; the text of a failure goes with the next attempt. */
export function useSubmit(failureText: (error: unknown) => string): {
  submit: (run: () => Promise<void>) => Promise<void>;
  isBusy: boolean;
  error: string | null;
  setError: (text: string | null) => void;
} {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const submit = async (run: () => Promise<void>) => {
    if (isBusy) return;
    setError(null);
    setBusy(true);
    try {
      await run();
    } catch (cause) {
      setError(failureText(cause));
    } finally {
      setBusy(false);
    }
  };
  return { submit, isBusy, error, setError };
}
