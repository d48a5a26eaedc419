import { DAY_MS, HOUR_MS } from '@moneytrail/calendar';
import type { ExchangeName } from '@moneytrail/contract';
import { FeedError } from '@moneytrail/feeds';
import type { ReaderDeps } from '../backfill/feed-reader.ts';
import type { MaintenanceRound } from '../gaps/repair-gaps.ts';
import {
  deleteChecksBefore,
  insertChecks,
  type OpenComparison,
  readDrawn,
  readDueChecks,
  updateCheck,
} from '../store/bar-checks.ts';
import { compareDay } from './compare-day.ts';
import { drawDays } from './draw-days.ts';

export type NightRound = MaintenanceRound & { random: () => number };

/** Up to which night the days of each exchange are drawn, and for whom there was nothing to draw so far. */
export type NightsDrawn = Map<
  ExchangeName,
  { nightMs: number; tried: Set<number>; isDone: boolean }
>;

/** UTC: New York has closed, Johannesburg has not opened. */
const NIGHT = { fromMs: HOUR_MS, toMs: 5 * HOUR_MS };
const DAYS_A_NIGHT = 3;
const NIGHTS_KEPT = 30;
/** Instruments for which days are drawn in a round, and questions to the vendor. */
const MOST_DRAWN = 20;
const MOST_READS = 5;
/** After a failure of the feed. */
const TRY_AGAIN_MS = 5 * 60_000;

/** 00:00 UTC of the night that a moment lies in; null by day. */
function nightOf(nowMs: number): number | null {
  const nightMs = Math.floor(nowMs / DAY_MS) * DAY_MS;
  const sinceMs = nowMs - nightMs;
  return sinceMs >= NIGHT.fromMs && sinceMs < NIGHT.toMs ? nightMs : null;
}

const kindOf = ({ feeds }: ReaderDeps, exchange: ExchangeName) => ({
  exchange,
  isSimulated: feeds[exchange].isSimulated,
});

/** Draws days for some instruments that have none for this night. What is drawn is stored before anything is read. */
async function draw(
  deps: ReaderDeps,
  nights: NightsDrawn,
  { exchange, instruments, isPointless, random }: NightRound,
): Promise<void> {
  const nightMs = nightOf(deps.clock.now());
  if (nightMs === null) return;
  const before = nights.get(exchange);
  const night =
    before?.nightMs === nightMs ? before : { nightMs, tried: new Set<number>(), isDone: false };
  nights.set(exchange, night);
  if (night.isDone) return;
  await deleteChecksBefore(deps.db, nightMs - NIGHTS_KEPT * DAY_MS);
  const drawn = await readDrawn(deps.db, kindOf(deps, exchange), nightMs);
  const left = instruments.filter(
    ({ id, exchange: of }) => of === exchange && !drawn.has(id) && !night.tried.has(id),
  );
  for (const instrument of left.slice(0, MOST_DRAWN)) {
    if (isPointless()) return;
    const days = await drawDays(deps, instrument, DAYS_A_NIGHT, random);
    await insertChecks(deps.db, nightMs, days);
    night.tried.add(instrument.id);
  }
  night.isDone = left.length <= MOST_DRAWN;
}

/** Compares one day; whether the round can go on. */
async function check(deps: ReaderDeps, open: OpenComparison, round: NightRound): Promise<boolean> {
  const { db, clock, log } = deps;
  const { exchange, instruments } = round;
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
    await putOff();
    log.warn({ err: error, exchange, ticker: instrument.ticker }, 'a day could not be compared');
    return !(error instanceof FeedError);
  }
}

/**
 * Each night, from 01:00 to 05:00 UTC, draws three days of every instrument by chance and compares them with the
 * vendor, a few a round. What was drawn is finished after a restart too, and in the day if the night was too short.
 */
export async function compareNightly(
  deps: ReaderDeps,
  nights: NightsDrawn,
  round: NightRound,
): Promise<void> {
  await draw(deps, nights, round);
  const due = await readDueChecks(
    deps.db,
    kindOf(deps, round.exchange),
    deps.clock.now(),
    MOST_READS,
  );
  for (const open of due) {
    if (round.isPointless() || !(await check(deps, open, round))) return;
  }
}
