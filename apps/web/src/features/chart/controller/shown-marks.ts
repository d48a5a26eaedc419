import type { Mark } from '@moneytrail/contract';
import { useLayoutEffect } from 'react';
import {
  areMarksShown,
  type LayoutPreferences,
  usePreferences,
} from '../preferences/preferences.ts';
import type { ChartController } from './chart-controller.ts';

/** Replaces computed marks too. */
const NO_MARKS: readonly Mark[] = [];

/**
 * Shows no marks where they are hidden, and else the computed ones until the published ones are loaded. `look` is that of a
 * chart that does not follow the page's preferences.
 */
export function useShownMarks({ engine }: ChartController, look?: LayoutPreferences): void {
  const areShown = areMarksShown({ ...usePreferences(), ...look });
  // Before the effects of the published marks.
  useLayoutEffect(() => engine.setPublishedMarks(areShown ? null : NO_MARKS), [engine, areShown]);
}
