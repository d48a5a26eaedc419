import { FeedError } from '@moneytrail/feeds';
import type { Instrument } from '../../catalogue/index.ts';
import { columnsOf } from '../columns/bar-columns.ts';
import { acceptBars } from '../fill/accept-bars.ts';
import {
  countHeld,
  type HeldBar,
  postponeHeld,
  readDueBars,
  refuteHeld,
} from '../store/held-bars.ts';
import { type JudgeDeps, judgeHeld, type Verdict } from '../witness/judge-held.ts';
import type { UpkeepRound } from './upkeep-round.ts';

/** More wait for the next round: each may cost a few calls to the vendor. */
const MOST_BARS = 10;
/** After a failure of the feed. */
const TRY_AGAIN_MS = 5 * 60_000;
const DAY_MS = 86_400_000;

async function carryOut(
  deps: JudgeDeps,
  instrument: Instrument,
  held: HeldBar,
  verdict: Verdict,
): Promise<void> {
  const { db, clock, log } = deps;
  const { key, bar } = held;
  const askedAtMs = held.askedAtMs ?? clock.now();
  const detail = { ticker: instrument.ticker, resolution: key.resolution, bar };
  switch (verdict.kind) {
    case 'confirmed': {
      const columns = columnsOf([bar]);
      const { resolution } = key;
      const delivery = { instrument, resolution, columns, coverage: null };
      await acceptBars(deps, { ...delivery, trust: 'confirmed' });
      log.warn({ ...detail, by: verdict.by }, 'an unlikely bar is confirmed');
      return;
    }
    case 'refuted':
      await refuteHeld(db, held);
      log.warn({ ...detail, because: verdict.because }, 'an unlikely bar stays hidden');
      return;
    case 'replaced':
      // Concerns only a bar whose replacement was refused: else it is held no longer, or held otherwise.
      await postponeHeld(db, held, { dueMs: clock.now() + DAY_MS, askedAtMs });
      return;
    case 'later':
      await postponeHeld(db, held, { dueMs: verdict.dueMs, askedAtMs });
  }
}

/** Judges one bar; whether the round can go on. A failure puts the bar off and is told. */
async function judge(
  deps: JudgeDeps,
  held: HeldBar,
  { exchange, instruments }: UpkeepRound,
): Promise<{ isDecided: boolean; goesOn: boolean }> {
  const { db, clock, log } = deps;
  const askedAtMs = held.askedAtMs ?? clock.now();
  const putOff = () => postponeHeld(db, held, { dueMs: clock.now() + TRY_AGAIN_MS, askedAtMs });
  const instrument = instruments.find(({ id }) => id === held.key.instrumentId);
  if (!instrument) {
    await putOff();
    return { isDecided: false, goesOn: true };
  }
  try {
    const verdict = await judgeHeld(deps, instrument, held, instruments);
    await carryOut(deps, instrument, held, verdict);
    return { isDecided: verdict.kind !== 'later', goesOn: true };
  } catch (error) {
    await putOff();
    const { ticker } = instrument;
    log.warn({ err: error, exchange, ticker }, 'a witness of an unlikely bar was not reached');
    return { isDecided: false, goesOn: !(error instanceof FeedError) };
  }
}

/**
 * Asks witnesses about bars of a feed that jump too far and that the next bar does not confirm, a few a round. What
 * became of each is told, and how many are held back by then.
 */
export async function hearWitnesses(deps: JudgeDeps, round: UpkeepRound): Promise<void> {
  const { db, clock, log } = deps;
  const { exchange } = round;
  let isAnyDecided = false;
  for (const held of await readDueBars(db, exchange, clock.now(), MOST_BARS)) {
    if (round.isPointless()) break;
    const { isDecided, goesOn } = await judge(deps, held, round);
    isAnyDecided ||= isDecided;
    if (!goesOn) break;
  }
  if (isAnyDecided) log.warn({ exchange, ...(await countHeld(db, exchange)) }, 'bars held back');
}
