import { createStoredValue } from '../../../lib/stored-value.ts';

/** Whose paywall does not open by itself any more on this device. */
type Silenced = { userId: string; value: true } | null;

function readSilenced(stored: unknown): Silenced {
  const isRecord = typeof stored === 'object' && stored !== null && 'userId' in stored;
  if (!isRecord || !('value' in stored) || stored.value !== true) return null;
  return typeof stored.userId === 'string' ? { userId: stored.userId, value: true } : null;
}

const store = createStoredValue('doNotShowUpgradeModal', readSilenced);

/** Whether somebody closed the paywall before; another person on the same device did not. */
export function isSilenced(userId: string): boolean {
  return store.get()?.userId === userId;
}

/** Somebody closed the paywall: it does not open by itself for them again. */
export function silence(userId: string): void {
  store.set({ userId, value: true });
}
