import type { ScreenRow } from '@moneytrail/contract';

/** Rows that have entered or left are marked this long. */
export const MARKED_MS = 6_000;

type Change = { kind: 'entered' | 'left'; untilMs: number };
export type Look = {
  /** In their shown order; rows that have left stay at their places while they are marked. */
  rows: readonly ScreenRow[];
  changes: ReadonlyMap<string, Change>;
};

type Step = {
  nowMs: number;
  /** The pointer is over the rows, which keep their places. */
  isHeld: boolean;
  /** Both looks have all rows that were found, so that a row that is missing in one has entered or left. */
  isWhole: boolean;
};

const symbolOf = ({ symbol }: ScreenRow) => symbol;

/** Puts rows that have left at the places that they had. */
function withLeft(rows: readonly ScreenRow[], before: Look, isLeft: (symbol: string) => boolean) {
  const shown = [...rows];
  for (const [place, row] of before.rows.entries()) {
    if (isLeft(row.symbol)) shown.splice(Math.min(place, shown.length), 0, row);
  }
  return shown;
}

/** Keeps the places of rows that were shown before; new ones come last. */
function inFormerOrder(rows: readonly ScreenRow[], before: Look): ScreenRow[] {
  const places = new Map(before.rows.map((row, place) => [row.symbol, place]));
  const placeOf = ({ symbol }: ScreenRow) => places.get(symbol) ?? Number.MAX_SAFE_INTEGER;
  return rows.toSorted((a, b) => placeOf(a) - placeOf(b));
}

type Changes = Map<string, Change>;

/** The changes that are still to be seen: a row that has left stays while the rows are held. */
function unexpired(before: Look, found: ReadonlySet<string>, { nowMs, isHeld }: Step): Changes {
  return new Map(
    [...before.changes].filter(([symbol, { kind, untilMs }]) => {
      const isOver = untilMs <= nowMs && !(isHeld && kind === 'left');
      const isContradicted = (kind === 'left') === found.has(symbol);
      return !isOver && !isContradicted;
    }),
  );
}

/** The rows that have entered or left between two whole looks. */
function newChanges(before: Look, found: ReadonlySet<string>, nowMs: number): Changes {
  const untilMs = nowMs + MARKED_MS;
  const isGone = (symbol: string) => before.changes.get(symbol)?.kind === 'left';
  const former = new Set(before.rows.map(symbolOf).filter((symbol) => !isGone(symbol)));
  const entered = [...found].filter((symbol) => !former.has(symbol));
  const left = [...former].filter((symbol) => !found.has(symbol));
  return new Map<string, Change>([
    ...entered.map((symbol) => [symbol, { kind: 'entered', untilMs }] as const),
    ...left.map((symbol) => [symbol, { kind: 'left', untilMs }] as const),
  ]);
}

/** The next look at the rows of the same screen. */
export function nextLook(before: Look | null, rows: readonly ScreenRow[], step: Step): Look {
  if (!before) return { rows, changes: new Map() };
  const found = new Set(rows.map(symbolOf));
  const changes = new Map([
    ...unexpired(before, found, step),
    ...(step.isWhole ? newChanges(before, found, step.nowMs) : []),
  ]);
  const shown = withLeft(rows, before, (symbol) => changes.get(symbol)?.kind === 'left');
  return { rows: step.isHeld ? inFormerOrder(shown, before) : shown, changes };
}

/** The next moment at which a mark is over; null without one. */
export function nextEndMs({ changes }: Look, nowMs: number): number | null {
  const ends = [...changes.values()].map(({ untilMs }) => untilMs).filter((end) => end > nowMs);
  return ends.length === 0 ? null : Math.min(...ends);
}
