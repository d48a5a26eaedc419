import { createValueStore } from '../../lib/value-store.ts';
import { ApiError } from '../api-error.ts';

/** The person did not want to prove who they are: what was asked for is not done, and nothing has failed. */
export class ProofCancelled extends Error {
  constructor() {
    super('The change was cancelled.');
    this.name = 'ProofCancelled';
  }
}

/** Somebody waits for a full sign-in: told when it was done, or given up. */
export type AskedProof = { done: () => void; cancelled: () => void };

/** The proof that is asked for now, shown by a dialog; null while none is. */
export const askedProof = createValueStore<AskedProof | null>(null);

function askForProof(): Promise<void> {
  askedProof.get()?.cancelled();
  return new Promise((resolve, reject) => {
    const close = () => askedProof.set(null);
    askedProof.set({
      done: () => {
        close();
        resolve();
      },
      cancelled: () => {
        close();
        reject(new ProofCancelled());
      },
    });
  });
}

/**
 * Makes a call that needs a sign-in of the last minutes: where the server asks for one, the person is asked for their
 * password and the call is made again. Rejects with `ProofCancelled` where they decline.
 */
export async function withFreshProof<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'REAUTH_REQUIRED') throw error;
  }
  await askForProof();
  return run();
}
