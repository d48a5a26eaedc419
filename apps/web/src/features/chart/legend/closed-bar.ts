import type { LegendValues } from '@moneytrail/chart';

/** The time of the bar that the studies are computed to, if the prices shown are those of another bar; else null. */
export function closedBarOf(legend: LegendValues | null): number | null {
  const { bar, studyBar } = legend ?? {};
  return bar && studyBar && bar.time !== studyBar.time ? studyBar.time : null;
}

/** `Studies: 20 Nov 2026, closed`. */
export function closedText(time: string): string {
  return `Studies: ${time}, closed`;
}
