import type { LegendValues } from '@moneytrail/chart';

/**
 * The time of the bar that the studies are computed to, if the prices shown are those of another bar or if its last
 * trades may be missing; else null.
 */
export function closedBarOf(legend: LegendValues | null): number | null {
  const { bar, studyBar, isClosing } = legend ?? {};
  return bar && studyBar && (isClosing || bar.time !== studyBar.time) ? studyBar.time : null;
}

/** `Studies: 20 Nov 2026, closed`; closing until its last trades are known. */
export function closedText(time: string, isClosing: boolean): string {
  return `Studies: ${time}, ${isClosing ? 'closing' : 'closed'}`;
}
