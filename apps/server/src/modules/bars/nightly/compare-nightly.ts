import { DAY_MS } from '@moneytrail/calendar';
import { EXCHANGES, type ExchangeName } from '@moneytrail/contract';
import { FeedError } from '@moneytrail/feeds';
import type { JobRun } from '../../../jobs/index.ts';
import type { Instrument } from '../../catalogue/index.ts';
import type { MaintenanceRound } from '../gaps/repair-gaps.ts';
import {
  deleteChecksBefore,
  insertChecks,
  type OpenComparison,
  readDrawn,
  readDueChecks,
  updateCheck,
} from '../store/bar-checks.ts';
import type { FeedKinds } from '../store/series.ts';
import { type ComparisonDeps, compareDay } from './compare-day.ts';
import { type DrawDeps, drawDays } from './draw-days.ts';

const DAYS_A_NIGHT = 3;
const NIGHTS_KEPT = 30;
/** Questions to a vendor in a round. */
const MOST_READS = 30;
/** After a failure of the feed. */
const TRY_AGAIN_MS = 5 * 60_000;

const kindOf = (feeds: FeedKinds, exchange: ExchangeName) => ({
  exchange,
  isSimulated: feeds[exchange].isSimulated,
});

/** Draws three days by chance for every instrument that has none for this night. */
export async function drawNight(
  deps: DrawDeps & { random: () => number },
  instruments: readonly Instrument[],
  run: Pick<JobRun, 'signal' | 'progress'>,
): Promise<void> {
  const { db, clock, feeds, random } = deps;
  const nightMs = Math.floor(clock.now() / DAY_MS) * DAY_MS;
  await deleteChecksBefore(db, nightMs - NIGHTS_KEPT * DAY_MS);
  const drawn = new Set<number>();
  for (const exchange of EXCHANGES) {
    for (const id of await readDrawn(db, kindOf(feeds, exchange), nightMs)) drawn.add(id);
  }
  for (const [index, instrument] of instruments.entries()) {
    run.signal.throwIfAborted();
    if (!drawn.has(instrument.id)) {
      await insertChecks(db, nightMs, await drawDays(deps, instrument, DAYS_A_NIGHT, random));
    }
    run.progress(index + 1, instruments.length);
  }
}

/** Compares one day; whether the round can go on. A failure puts the day off and is logged. */
async function check(
  deps: ComparisonDeps,
  open: OpenComparison,
  { exchange, instruments, signal }: MaintenanceRound,
): Promise<boolean> {
  const { db, clock, log } = deps;
  const instrument = instruments.find(({ id }) => id === open.instrumentId);
  const putOff = () => updateCheck(db, open, { dueMs: clock.now() + TRY_AGAIN_MS });
  if (!instrument) {
    await putOff();
    return true;
  }
  try {
    await compareDay(deps, instrument, open);
    return true;
  } catch (error) {
    signal.throwIfAborted();
    await putOff();
    log.warn({ err: error, exchange, ticker: instrument.ticker }, 'a day could not be compared');
    return !(error instanceof FeedError);
  }
}

/** Compares drawn days of a feed with what it tells now, a bounded number a round. */
export async function compareDays(deps: ComparisonDeps, round: MaintenanceRound): Promise<void> {
  const { db, feeds, clock } = deps;
  const kind = kindOf(feeds, round.exchange);
  for (const open of await readDueChecks(db, kind, clock.now(), MOST_READS)) {
    round.signal.throwIfAborted();
    if (!(await check(deps, open, round))) return;
  }
}
