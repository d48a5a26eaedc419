import { createHash } from 'node:crypto';
import { type SavedScreen, type SnapshotResolution, studyFiguresOf } from '@moneytrail/contract';
import { isFound, type ScreenTable, type TableRow } from '../../screener/index.ts';

type Question = SavedScreen['question'];

/** Equal for questions that find the same instruments, in whatever order. */
export function membersHash({ resolution, join, groups }: Question): string {
  const content = JSON.stringify({ resolution, join, groups });
  return createHash('sha1').update(content).digest('base64url');
}

type Place = {
  resolution: SnapshotResolution;
  entry: NonNullable<TableRow['entries'][SnapshotResolution]>;
};

/**
 * The figures by which a row's closed bar is told: those of the screen's interval, else of the first condition that has
 * some. Null for a row without any of them, which is not counted.
 */
export function placeOf({ entries }: TableRow, { resolution, groups }: Question): Place | null {
  const own = entries[resolution];
  if (own) return { resolution, entry: own };
  for (const { conditions } of groups) {
    for (const condition of conditions) {
      const other = 'resolution' in condition ? condition.resolution : undefined;
      const entry = other && entries[other];
      if (entry) return { resolution: other, entry };
    }
  }
  return null;
}

/** The studies of a question at a row's closed bars, as far as the row has such bars. */
const studiesOf = ({ entries, studies }: TableRow, question: Question) =>
  studyFiguresOf({ ...question, sort: NO_ORDER })
    .filter(({ resolution }) => entries[resolution])
    .map(({ figure, resolution }) => {
      const entry = studies[resolution];
      return entry?.places.has(figure) ? entry : null;
    });

/** Whether a bar has closed of which the studies are computed in a moment: until then the row stands as it stood. */
export const isBetweenBars = (row: TableRow, question: Question): boolean =>
  studiesOf(row, question).some((entry) => entry?.isOfBar === false);

/** Whether the studies of a question are computed for a row; before, it is not counted. */
const isStudied = (row: TableRow, question: Question): boolean =>
  studiesOf(row, question).every((entry) => entry !== null);

/** The order of rows decides nothing about an alert. */
const NO_ORDER = { by: 'symbol', direction: 'ascending' } as const;

export type Look = { isInside: boolean; barTime: number; closedAtMs: number };

/** Looks at rows by questions, each row once for each question. Null for a row that is not counted. */
export function createLooks() {
  const known = new Map<string, Map<number, Look | null>>();
  return (row: TableRow, question: Question, hash: string): Look | null => {
    const ofQuestion = known.get(hash) ?? new Map<number, Look | null>();
    known.set(hash, ofQuestion);
    const { id } = row.instrument;
    const before = ofQuestion.get(id);
    if (before !== undefined) return before;
    const place = isStudied(row, question) ? placeOf(row, question) : null;
    const look = place && {
      isInside: isFound(row, question),
      barTime: place.entry.time,
      closedAtMs: place.entry.closedAtMs,
    };
    ofQuestion.set(id, look);
    return look;
  };
}

export type TableChange = {
  /** Rows that are new or have other contents. */
  rows: readonly TableRow[];
  goneIds: readonly number[];
  /** Instruments have come, gone or changed in what decides who may see them. */
  isOfInstruments: boolean;
};

export const NO_CHANGE: TableChange = { rows: [], goneIds: [], isOfInstruments: false };

function isSame(a: TableRow, b: TableRow): boolean {
  if (a.face !== b.face) return false;
  const resolutions = new Set([...Object.keys(a.entries), ...Object.keys(b.entries)]);
  return [...resolutions].every((name) => {
    const resolution = name as SnapshotResolution;
    const [one, other] = [a.studies[resolution], b.studies[resolution]];
    return (
      a.entries[resolution]?.stamp === b.entries[resolution]?.stamp &&
      one?.values === other?.values &&
      one?.isOfBar === other?.isOfBar
    );
  });
}

/** Follows a table: `take` answers what has changed since it was taken last. */
export function createTableFollower() {
  let last: ScreenTable | null = null;
  let rows = new Map<number, TableRow>();
  return {
    take(table: ScreenTable): TableChange {
      if (table === last) return NO_CHANGE;
      last = table;
      const before = rows;
      rows = new Map(table.rows.map((row) => [row.instrument.id, row]));
      const changed = table.rows.filter((row) => {
        const known = before.get(row.instrument.id);
        return !known || !isSame(known, row);
      });
      const goneIds = [...before.keys()].filter((id) => !rows.has(id));
      const isOfInstruments =
        goneIds.length > 0 ||
        changed.some((row) => before.get(row.instrument.id)?.face !== row.face);
      return { rows: changed, goneIds, isOfInstruments };
    },
    rowOf: (id: number): TableRow | undefined => rows.get(id),
    all: (): readonly TableRow[] => last?.rows ?? [],
  };
}
