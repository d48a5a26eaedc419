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
  screenInstruments,
} from '@moneytrail/contract';
import { LRUCache } from 'lru-cache';
import { within } from '../../deadline.ts';
import { type CallerBudget, callerName } from '../../http/caller-budget.ts';
import { customerOf } from '../../http/grant.ts';
import type { Router } from '../../http/route.ts';
import { rightsVersion } from '../access/index.ts';
import type { Instrument } from '../catalogue/index.ts';
import { findRows } from './find-rows.ts';
import type { createScreenTable, ScreenTable, TableRow } from './screen-table.ts';
import { type SavedScreenDeps, savedScreenRoutes } from './screens.ts';

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

type Found = { rows: readonly TableRow[]; stamp: string };

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
  function find(rows: readonly TableRow[], rights: string, question: ScreenQuestion): Found {
    const name = `${rights} ${JSON.stringify(question)}`;
    const known = found.get(name);
    if (known) return known;
    const matching = findRows(rows, question);
    const hash = createHash('sha1');
    for (const { face, entries } of matching) {
      hash.update(`${face} ${entries[question.resolution]?.stamp}\n`);
    }
    const answer = { rows: matching, stamp: hash.digest('base64url') };
    found.set(name, answer);
    return answer;
  }

  return { seenBy, find };
}

/** Screens: instruments found by their stored figures, and the saved screens of accounts. */
export function screenerRoutes(router: Router<Instrument>, deps: Deps): void {
  const { feeds, clock, budget, screenTable } = deps;
  const answers = createAnswers();
  const rightsOf = (user: CurrentUser | null) => (user ? rightsVersion(user, clock.now()) : '');

  function present({ instrument, entries }: TableRow, { resolution }: ScreenQuestion): ScreenRow {
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
      mark: entry?.mark ?? null,
    };
  }

  /** The table of the moment; fails while the database does not answer, as its figures may have changed. */
  const currentTable = () =>
    within(screenTable.current(), MOST_WAIT_MS, () => {
      throw new AppError('UNAVAILABLE', NOT_READ);
    });

  router.route(screenInstruments, async (call) => {
    const { question, offset, limit, since } = call.body;
    const work = { mayWait: true, customer: customerOf(call.user) };
    const current = await budget.run(callerName(call), currentTable, work);
    return call.charged((): ScreenAnswer => {
      const rights = rightsOf(call.user);
      const isEntitled = (instrument: Instrument) => call.isEntitled(instrument);
      const seen = answers.seenBy(current, rights, isEntitled);
      const { rows, stamp } = answers.find(seen, rights, question);
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
      return { version, ...counts, rows: page?.map((row) => present(row, question)) ?? null };
    });
  });
  savedScreenRoutes(router, deps);
}
