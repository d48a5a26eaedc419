import type { DrawingState } from '@moneytrail/chart';
import { TOOL_NAMES } from './drawing-tools.ts';

const ORDINALS = ['first', 'second', 'third'];

/** What a tool waits for; null without one. A finger taps, and has no key to end it with. */
export function hintOf({ tool, placed, wanted }: DrawingState, isTouched: boolean): string | null {
  if (tool === null) return null;
  const name = TOOL_NAMES[tool];
  if (wanted === null) {
    return isTouched ? `${name}: draw with your finger.` : `${name}: press and draw. Esc ends it.`;
  }
  const point = wanted === 1 ? 'its place' : `the ${ORDINALS[placed] ?? 'next'} point`;
  return isTouched ? `${name}: tap ${point}.` : `${name}: choose ${point}. Esc ends it.`;
}
