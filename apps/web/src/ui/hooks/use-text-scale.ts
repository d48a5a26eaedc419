import { useSyncExternalStore } from 'react';
import { textScale } from '../../lib/text-scale.ts';

/** The text size chosen in the browser in proportion to the usual one. */
export function useTextScale(): number {
  // A page that is rendered at build time has the usual size.
  return useSyncExternalStore(textScale.subscribe, textScale.get, () => 1);
}
