import { createHash } from 'node:crypto';
import { isMarketOpen, SECOND_MS } from '@moneytrail/calendar';
import {
  AppError,
  type CurrentUser,
  SCREEN_FIGURES,
  type ScreenAnswer,
  type ScreenFigure,
  type ScreenQuestion,
  type ScreenRow,
  type SnapshotResolution,
  type StudyFigure,
  screenInstruments,
  studyFiguresOf,
  studyOf,
} from '@moneytrail/contract';
import { LRUCache } from 'lru-cache';
import { within } from '../../deadline.ts';
import { type CallerBudget, callerName } from '../../http/caller-budget.ts';
import { accountOf } from '../../http/check-access.ts';
import { customerOf } from '../../http/grant.ts';
import type { Router } from '../../http/route.ts';
import { rightsVersion } from '../access/index.ts';
import type { Instrument } from '../catalogue/index.ts';
import type { AskedStudy } from '../snapshots/index.ts';
import { findRows } from './find-rows.ts';
import { studyValue } from './screen-row.ts';
import type { createScreenTable, ScreenTable, TableRow } from './screen-table.ts';
import { checkFigures, type SavedScreenDeps, savedScreenRoutes } from './screens.ts';

type Deps = SavedScreenDeps & {
  /** The figures of all instruments. */
  screenTable: ReturnType<typeof createScreenTable>;
  feeds: Readonly<Record<Instrument['exchange'], { isSimulated: boolean }>>;
  /** Limits a caller's screens under way and a minute. */
  budget: CallerBudget;
};

/** Answers that are kept for further pages and for callers with equal rights, and their rows together. */
const MOST_ANSWERS = 1_000;
const MOST_KEPT_ROWS = 500_000;
/** The rights whose rows are kept apart. */
const MOST_RIGHTS = 100;
const MOST_WAIT_MS = 3 * SECOND_MS;

type Found = {
  rows: readonly TableRow[];
  pending: ScreenAnswer['pending'];
  stamp: string;
};

/** A question with the figures of studies that its rows have besides. */
type Asked = { question: ScreenQuestion; studies: readonly StudyFigure[] };

/** Figures of studies at their intervals, each once. */
function figuresOf({ question, studies }: Asked): {
  figure: StudyFigure;
  resolution: SnapshotResolution;
}[] {
  const { resolution } = question;
  const all = [...studyFiguresOf(question), ...studies.map((figure) => ({ figure, resolution }))];
  return [...new Map(all.map((each) => [`${each.figure} ${each.resolution}`, each])).values()];
}

/** How far asked studies are computed for the rows that are looked at; those that are complete are left out. */
function pendingOf(rows: readonly TableRow[], asked: Asked): ScreenAnswer['pending'] {
  const pairs = new Map(
    figuresOf(asked).map((each) => [`${studyOf(each.figure)} ${each.resolution}`, each]),
  );
  return [...pairs.values()].flatMap(({ figure, resolution }) => {
    let [known, total] = [0, 0];
    for (const { entries, studies } of rows) {
      if (!entries[resolution]) continue;
      total += 1;
      const entry = studies[resolution];
      if (entry?.isOfBar && entry.places.has(figure)) known += 1;
    }
    return known < total ? [{ study: studyOf(figure), resolution, known, total }] : [];
  });
}

const NO_FIGURES = Object.fromEntries(SCREEN_FIGURES.map((name) => [name, null])) as Record<
  ScreenFigure,
  null
>;

const NOT_READ = 'The figures cannot be read at the moment. Please try again.';

/** Answers over one table, which are forgotten with it. */
function createAnswers() {
  let of: ScreenTable | null = null;
  const seen = new LRUCache<string, readonly TableRow[]>({ max: MOST_RIGHTS });
  const found = new LRUCache<string, Found>({
    max: MOST_ANSWERS,
    maxSize: MOST_KEPT_ROWS,
    sizeCalculation: ({ rows }) => rows.length + 1,
  });

  /** The rows that a caller may see. */
  function seenBy(
    table: ScreenTable,
    rights: string,
    isEntitled: (instrument: Instrument) => boolean,
  ): readonly TableRow[] {
    if (of !== table) {
      seen.clear();
      found.clear();
      of = table;
    }
    const known = seen.get(rights);
    if (known) return known;
    const rows = table.rows.filter(({ instrument }) => isEntitled(instrument));
    seen.set(rights, rows);
    return rows;
  }

  /** Those of them that a question finds, in its order. */
  function find(rows: readonly TableRow[], rights: string, asked: Asked): Found {
    const { question, studies } = asked;
    const name = `${rights} ${JSON.stringify(asked)}`;
    const known = found.get(name);
    if (known) return known;
    const matching = findRows(rows, question);
    const hash = createHash('sha1');
    for (const { face, entries, studies: known } of matching) {
      const entry = known[question.resolution];
      const values = studies.map((figure) => studyValue(entry, figure)).join();
      hash.update(`${face} ${entries[question.resolution]?.stamp} ${values}\n`);
    }
    const pending = pendingOf(rows, asked);
    hash.update(JSON.stringify(pending));
    const answer = { rows: matching, pending, stamp: hash.digest('base64url') };
    found.set(name, answer);
    return answer;
  }

  return { seenBy, find };
}

/** Screens: instruments found by their stored figures, and the saved screens of accounts. */
export function screenerRoutes(router: Router<Instrument>, deps: Deps): void {
  const { feeds, clock, budget, screenTable, studyFigures } = deps;
  const answers = createAnswers();
  const rightsOf = (user: CurrentUser | null) => (user ? rightsVersion(user, clock.now()) : '');

  function present({ instrument, entries, studies }: TableRow, asked: Asked): ScreenRow {
    const { resolution } = asked.question;
    const entry = entries[resolution];
    return {
      symbol: instrument.ticker,
      description: instrument.description,
      exchange: instrument.exchange,
      type: instrument.type,
      priceScale: instrument.priceScale,
      simulated: feeds[instrument.exchange].isSimulated,
      isOpen: isMarketOpen(instrument.hours, clock.now()),
      time: entry?.time ?? null,
      figures: entry?.figures ?? NO_FIGURES,
      studies: Object.fromEntries(
        asked.studies.map((figure) => [figure, studyValue(studies[resolution], figure)]),
      ),
      mark: entry?.mark ?? null,
    };
  }

  async function noteAndRead(asked: readonly AskedStudy[], userId: string): Promise<ScreenTable> {
    await studyFigures.ask(asked, { userId });
    return await screenTable.current();
  }

  /** The table of the moment; fails while the database does not answer, as its figures may have changed. */
  const currentTable = (asked: readonly AskedStudy[], userId: string) =>
    within(noteAndRead(asked, userId), MOST_WAIT_MS, () => {
      throw new AppError('UNAVAILABLE', NOT_READ);
    });

  router.route(screenInstruments, async (call) => {
    const { question, studies, offset, limit, since } = call.body;
    const asked = { question, studies };
    checkFigures(figuresOf(asked).map(({ figure }) => figure));
    const wanted = figuresOf(asked).map(({ figure, resolution }) => ({
      study: studyOf(figure),
      resolution,
    }));
    const work = { mayWait: true, customer: customerOf(call.user) };
    const { _id: userId } = accountOf(call.user, 'Screens');
    const current = await budget.run(callerName(call), () => currentTable(wanted, userId), work);
    return call.charged((): ScreenAnswer => {
      const rights = rightsOf(call.user);
      const isEntitled = (instrument: Instrument) => call.isEntitled(instrument);
      const seen = answers.seenBy(current, rights, isEntitled);
      const { rows, pending, stamp } = answers.find(seen, rights, asked);
      const open = current.markets.map((hours) => isMarketOpen(hours, clock.now()));
      const counts = {
        total: seen.length,
        locked: current.rows.length - seen.length,
        matched: rows.length,
      };
      const version = createHash('sha1')
        .update(`${stamp} ${open.join()} ${JSON.stringify(counts)}`)
        .digest('base64url');
      const page = version === since ? null : rows.slice(offset, offset + limit);
      return { version, ...counts, pending, rows: page?.map((row) => present(row, asked)) ?? null };
    });
  });
  savedScreenRoutes(router, deps);
}
