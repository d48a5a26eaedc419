import { useEffect } from 'react';
import { commonPasswords, loadCommonPasswords } from '../../lib/common-passwords.ts';
import { useValue } from '../../stores/use-value.ts';

/** Loads the list of common passwords once a password is typed; null until then. */
export function useCommonPasswords(password: string): ((password: string) => boolean) | null {
  const isNeeded = password !== '';
  useEffect(() => {
    if (isNeeded) void loadCommonPasswords();
  }, [isNeeded]);
  return useValue(commonPasswords);
}
