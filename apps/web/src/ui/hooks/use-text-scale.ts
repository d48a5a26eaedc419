import { useSyncExternalStore } from 'react';
import { textScale } from '../../lib/text-scale.ts';

/** The text size chosen in the browser in proportion to the usual one. */
export function useTextScale(): number {
  return useSyncExternalStore(textScale.subscribe, textScale.get);
}
