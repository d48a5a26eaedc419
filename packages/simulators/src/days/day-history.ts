/** One trading day in decimal prices. `dayMs` is 00:00 UTC of the trading date. */
export type DayRow = {
  dayMs: number;
  open: number;
  high: number;
  low: number;
  close: number;
  volume: number;
};

/** An instrument's days, generated on demand. */
export type DayHistory = {
  /** The day of exactly this date. */
  on: (dayMs: number) => DayRow | undefined;
  /** Undefined if the instrument never trades. */
  first: () => DayRow | undefined;
  /**
   * The last day once all days up to a date are generated. It is before the date only if the instrument has expired.
   */
  lastKnown: (dayMs: number) => DayRow | undefined;
};

const COLUMNS = 6;
/** About a year of days. */
const MORE_ROWS = 256;

/** Rows in one array of numbers: a hundred thousand objects would take four times the memory. */
class RowTable {
  #numbers: Float64Array;
  length = 0;

  constructor(rows: readonly DayRow[]) {
    this.#numbers = new Float64Array(rows.length * COLUMNS);
    for (const row of rows) this.push(row);
  }

  push({ dayMs, open, high, low, close, volume }: DayRow): void {
    const at = this.length * COLUMNS;
    if (at === this.#numbers.length) {
      const larger = new Float64Array(at + MORE_ROWS * COLUMNS);
      larger.set(this.#numbers);
      this.#numbers = larger;
    }
    this.#numbers.set([dayMs, open, high, low, close, volume], at);
    this.length += 1;
  }

  at(index: number): DayRow | undefined {
    if (index < 0 || index >= this.length) return undefined;
    const at = index * COLUMNS;
    const [dayMs = 0, open = 0, high = 0, low = 0, close = 0, volume = 0] = this.#numbers.subarray(
      at,
      at + COLUMNS,
    );
    return { dayMs, open, high, low, close, volume };
  }

  /** Index of the first row at or after a date. */
  indexFrom(dayMs: number): number {
    let low = 0;
    let high = this.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#numbers[middle * COLUMNS] ?? 0) < dayMs) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/**
 * A history that starts with given rows and continues by a rule. The rule gets the last row and returns the next one,
 * or null once the instrument has expired.
 */
export function createDayHistory(source: {
  rows: readonly DayRow[];
  next: (last: DayRow | undefined) => DayRow | null;
}): DayHistory {
  const rows = new RowTable(source.rows);
  const { next } = source;
  let last = source.rows.at(-1);
  let hasEnded = false;

  function lastKnown(dayMs: number): DayRow | undefined {
    while (!hasEnded && (last === undefined || last.dayMs < dayMs)) {
      const made = next(last);
      if (made === null) hasEnded = true;
      else {
        rows.push(made);
        last = made;
      }
    }
    return last;
  }

  return {
    on: (dayMs) => {
      lastKnown(dayMs);
      const row = rows.at(rows.indexFrom(dayMs));
      return row?.dayMs === dayMs ? row : undefined;
    },
    first: () => {
      lastKnown(Number.NEGATIVE_INFINITY);
      return rows.at(0);
    },
    lastKnown,
  };
}
