import { useEffect, useSyncExternalStore } from 'react';
import { commonPasswords, loadCommonPasswords } from '../../lib/common-passwords.ts';

/** Loads the list of common passwords once a password is typed; null until then. */
export function useCommonPasswords(password: string): ((password: string) => boolean) | null {
  const isNeeded = password !== '';
  useEffect(() => {
    if (isNeeded) void loadCommonPasswords();
  }, [isNeeded]);
  return useSyncExternalStore(commonPasswords.subscribe, commonPasswords.get);
}
