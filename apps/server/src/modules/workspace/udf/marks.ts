import { SECOND_MS } from '@moneytrail/calendar';
import type { Mark } from '@moneytrail/contract';

/** Pixels. */
const MARK_SIZE = { 1: 14, 2: 22 } as const;

/** `/marks`: buy and sell marks as columns. */
export function markTable(marks: readonly Mark[]): object {
  return {
    id: marks.map(({ id }) => id),
    time: marks.map(({ time }) => time / SECOND_MS),
    color: marks.map(({ color }) => color),
    text: marks.map(({ text }) => text),
    label: marks.map(({ label }) => label),
    labelFontColor: marks.map(() => 'white'),
    minSize: marks.map(({ strong }) => MARK_SIZE[strong ? 2 : 1]),
  };
}

/** `/timescale_marks`: the strong ones among them, with what was noted of them since. */
export function timescaleMarks(marks: readonly Mark[]): object[] {
  return marks
    .filter(({ strong }) => strong)
    .map(({ id, time, color, label, text, notes }) => {
      return { id, time: time / SECOND_MS, color, label, tooltip: [text, ...notes] };
    });
}
