/** One trading day in decimal prices. `dayMs` is 00:00 UTC of the trading date. */
export type DayRow = {
  dayMs: number;
  open: number;
  high: number;
  low: number;
  close: number;
  volume: number;
};

/** An instrument's days, made as far as they are asked for. */
export type DayHistory = {
  /** All rows up to a date at least, ascending; shorter where the instrument's life ends. */
  rowsUntil: (dayMs: number) => readonly DayRow[];
};

/**
 * A history that begins with given rows and goes on by a rule. The rule sees the last row and answers
 * the next one, or null at the end of the instrument's life.
 */
export function createDayHistory(source: {
  rows: DayRow[];
  next: (last: DayRow | undefined) => DayRow | null;
}): DayHistory {
  const { rows } = source;
  let hasEnded = false;
  return {
    rowsUntil: (dayMs) => {
      let last = rows.at(-1);
      while (!hasEnded && (last === undefined || last.dayMs < dayMs)) {
        const next = source.next(last);
        if (next === null) hasEnded = true;
        else {
          rows.push(next);
          last = next;
        }
      }
      return rows;
    },
  };
}

/** Index of the first row at or after a date. */
function rowIndexFrom(rows: readonly DayRow[], dayMs: number): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((rows[middle]?.dayMs ?? 0) < dayMs) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The row of exactly that date. */
export function rowOn(rows: readonly DayRow[], dayMs: number): DayRow | undefined {
  const row = rows[rowIndexFrom(rows, dayMs)];
  return row?.dayMs === dayMs ? row : undefined;
}
