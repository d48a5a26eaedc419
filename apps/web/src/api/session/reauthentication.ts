import { createValueStore } from '../../lib/value-store.ts';
import { ApiError } from '../api-error.ts';

/** The person cancelled the re-authentication: the change is not made, and nothing has failed. */
export class ReauthenticationCancelled extends Error {
  constructor() {
    super('The change was cancelled.');
    this.name = 'ReauthenticationCancelled';
  }
}

/** A change waits for re-authentication: `done` lets it go on, `cancelled` ends it. */
export type PendingReauthentication = { done: () => void; cancelled: () => void };

/** The re-authentication under way, shown by a dialog; null while there is none. */
export const pendingReauthentication = createValueStore<PendingReauthentication | null>(null);

function askForPassword(): Promise<void> {
  pendingReauthentication.get()?.cancelled();
  return new Promise((resolve, reject) => {
    const close = () => pendingReauthentication.set(null);
    pendingReauthentication.set({
      done: () => {
        close();
        resolve();
      },
      cancelled: () => {
        close();
        reject(new ReauthenticationCancelled());
      },
    });
  });
}

/**
 * Makes a request that needs a recent sign-in: where the server demands one, the person is asked for their password
 * and the request is made again. Rejects with `ReauthenticationCancelled` where they decline.
 */
export async function withReauthentication<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'REAUTH_REQUIRED') throw error;
  }
  await askForPassword();
  return run();
}
