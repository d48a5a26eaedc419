import { createHash } from 'node:crypto';
import { isMarketOpen } from '@moneytrail/calendar';
import {
  SCREEN_FIGURES,
  type ScreenFigure,
  type ScreenQuestion,
  type ScreenRow,
  screenInstruments,
} from '@moneytrail/contract';
import { LRUCache } from 'lru-cache';
import type { Router } from '../../http/route.ts';
import { rightsVersion } from '../access/index.ts';
import type { Instrument } from '../catalogue/index.ts';
import { findRows } from './find-rows.ts';
import { createScreenTable, type ScreenTable, type TableRow } from './screen-table.ts';
import { type SavedScreenDeps, savedScreenRoutes } from './screens.ts';

type Deps = SavedScreenDeps &
  Parameters<typeof createScreenTable>[0] & {
    feeds: Readonly<Record<Instrument['exchange'], { isSimulated: boolean }>>;
  };

/** Found rows that are kept, for further pages and for other callers with the same question and rights. */
const MOST_ANSWERS = 50;

type Found = { rows: readonly TableRow[]; total: number; locked: number };

const NO_FIGURES = Object.fromEntries(SCREEN_FIGURES.map((name) => [name, null])) as Record<
  ScreenFigure,
  null
>;

/** Changes when a market opens or closes. */
function sessionsVersion({ subjects }: ScreenTable, nowMs: number): string {
  const markets = new Map(subjects.map(({ instrument: { hours } }) => [hours.id, hours]));
  return [...markets].map(([id, hours]) => `${id}${isMarketOpen(hours, nowMs)}`).join(' ');
}

/** Screens: instruments found by their stored figures, and the saved screens of accounts. */
export function screenerRoutes(router: Router<Instrument>, deps: Deps): void {
  const { feeds, clock } = deps;
  const table = createScreenTable(deps);
  const answers = new LRUCache<string, Found>({ max: MOST_ANSWERS });

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

  /** The rows of a question, found once for all callers with the same rights. */
  function find(
    name: string,
    question: ScreenQuestion,
    subjects: { all: readonly TableRow[]; isEntitled: (instrument: Instrument) => boolean },
  ): Found {
    const before = answers.get(name);
    if (before) return before;
    const entitled = subjects.all.filter(({ instrument }) => subjects.isEntitled(instrument));
    const found = {
      rows: findRows(entitled, question),
      total: entitled.length,
      locked: subjects.all.length - entitled.length,
    };
    answers.set(name, found);
    return found;
  }

  router.route(screenInstruments, async (call) => {
    const { question, offset, limit, since } = call.body;
    const current = await table.current();
    const rights = call.user ? rightsVersion(call.user, clock.now()) : '';
    const seen = `${current.version} ${rights}`;
    const version = createHash('sha1')
      .update(`${seen} ${sessionsVersion(current, clock.now())}`)
      .digest('base64url');
    return call.charged(() => {
      const { rows, total, locked } = find(`${seen} ${JSON.stringify(question)}`, question, {
        all: current.subjects,
        isEntitled: (instrument) => call.isEntitled(instrument),
      });
      const page = rows.slice(offset, offset + limit);
      return {
        version,
        total,
        locked,
        matched: rows.length,
        rows: version === since ? null : page.map((row) => present(row, question)),
      };
    });
  });
  savedScreenRoutes(router, deps);
}
