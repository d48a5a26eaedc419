import { createValueStore } from './value-store.ts';

/** Checks a password against the list of common ones; null until the list has loaded. */
export const commonPasswords = createValueStore<((password: string) => boolean) | null>(null);

/** Loads the list, which is large, once. Without it the server alone refuses common passwords. */
export async function loadCommonPasswords(): Promise<void> {
  if (commonPasswords.get() !== null) return;
  try {
    const { isCommonPassword } = await import('@moneytrail/contract/common-passwords');
    commonPasswords.set(isCommonPassword);
  } catch {
    // Offline: the rule stays open in the form.
  }
}
