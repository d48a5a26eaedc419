import type { LegendValues } from '@moneytrail/chart';

/** Time of the closed bar that the studies are of, where the prices are of another one; else null. */
export function closedBarOf(legend: LegendValues | null): number | null {
  const { bar, studyBar } = legend ?? {};
  return bar && studyBar && bar.time !== studyBar.time ? studyBar.time : null;
}

/** `Studies: 20 Nov 2026, closed`. */
export function closedText(time: string): string {
  return `Studies: ${time}, closed`;
}
