import { createStoredValue } from '../../../lib/stored-value.ts';
import { useValue } from '../../../stores/use-value.ts';
import { type ChangedKeys, readChangedKeys } from './changed-keys.ts';
import { type ChartCommand, INITIAL_KEYS, keysOf } from './chart-keys.ts';

/** The keys that were changed, as this device has them; an account's devices share them. */
export const changedKeys = createStoredValue<ChangedKeys>('chartKeys', (stored) =>
  readChangedKeys(INITIAL_KEYS, stored),
);

export function useChangedKeys(): ChangedKeys {
  return useValue(changedKeys);
}

/** Names the keys of a command as menus and tips write them; empty for a command without keys. */
export function useKeys(): (command: ChartCommand) => string {
  const changed = useChangedKeys();
  return (command) => keysOf(command, true, changed) ?? '';
}
