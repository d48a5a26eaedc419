import { DAY_MS } from '@moneytrail/calendar';
import { FeedError, isHeldBack } from '@moneytrail/feeds';
import type { Instrument } from '../../catalogue/index.ts';
import { acceptBars } from '../accept-bars.ts';
import { columnsOf } from '../columns/bar-columns.ts';
import {
  type CorroborationDeps,
  corroborateBar,
  type Finding,
} from '../corroboration/corroborate-bar.ts';
import type { MaintenanceRound } from '../gaps/repair-gaps.ts';
import {
  countQuarantined,
  postponeCorroboration,
  type QuarantinedBar,
  readDueQuarantined,
  rejectQuarantined,
} from '../store/quarantine.ts';

/** Per round, as each may cost several calls to the vendor. */
const MOST_BARS = 60;
/** Pause after a failure of the feed. */
const TRY_AGAIN_MS = 5 * 60_000;

async function carryOut(
  deps: CorroborationDeps,
  instrument: Instrument,
  quarantined: QuarantinedBar,
  finding: Finding,
): Promise<void> {
  const { db, clock, log } = deps;
  const { key, bar } = quarantined;
  const askedAtMs = quarantined.askedAtMs ?? clock.now();
  const detail = { ticker: instrument.ticker, resolution: key.resolution, bar };
  switch (finding.kind) {
    case 'corroborated': {
      const columns = columnsOf([bar]);
      const { resolution } = key;
      const delivery = { instrument, resolution, columns, coverage: null };
      const decision = { reason: `Corroborated by ${finding.by}.`, atMs: clock.now() };
      await acceptBars(deps, { ...delivery, trust: 'corroborated', decision });
      log.warn({ ...detail, by: finding.by }, 'outlier corroborated');
      return;
    }
    case 'rejected':
      await rejectQuarantined(db, quarantined, {
        reason: `${finding.because}.`,
        atMs: clock.now(),
      });
      log.warn({ ...detail, because: finding.because }, 'outlier rejected');
      return;
    case 'replaced':
      // Only a bar whose replacement was invalid is still quarantined here.
      await postponeCorroboration(db, quarantined, { dueMs: clock.now() + DAY_MS, askedAtMs });
      return;
    case 'later':
      await postponeCorroboration(db, quarantined, { dueMs: finding.dueMs, askedAtMs });
  }
}

/** Decides about one bar; answers whether the round can go on. A failure is logged and postpones the bar. */
async function decide(
  deps: CorroborationDeps,
  quarantined: QuarantinedBar,
  { exchange, instruments, signal }: MaintenanceRound,
): Promise<{ isDecided: boolean; goesOn: boolean }> {
  const { db, clock, log } = deps;
  const askedAtMs = quarantined.askedAtMs ?? clock.now();
  const putOff = () =>
    postponeCorroboration(db, quarantined, { dueMs: clock.now() + TRY_AGAIN_MS, askedAtMs });
  const instrument = instruments.find(({ id }) => id === quarantined.key.instrumentId);
  if (!instrument) {
    await putOff();
    return { isDecided: false, goesOn: true };
  }
  try {
    const finding = await corroborateBar(deps, instrument, quarantined, instruments);
    await carryOut(deps, instrument, quarantined, finding);
    return { isDecided: finding.kind !== 'later', goesOn: true };
  } catch (error) {
    signal.throwIfAborted();
    await putOff();
    const { ticker } = instrument;
    if (!isHeldBack(error)) {
      log.warn({ err: error, exchange, ticker }, 'outlier could not be corroborated');
    }
    return { isDecided: false, goesOn: !(error instanceof FeedError) };
  }
}

/** Tries to corroborate a feed's quarantined bars, a few per round; logs each decision and the bars left in quarantine. */
export async function corroborateQuarantined(
  deps: CorroborationDeps,
  round: MaintenanceRound,
): Promise<void> {
  const { db, clock, log } = deps;
  const { exchange } = round;
  const kind = { exchange, isSimulated: deps.feeds[exchange].isSimulated };
  let isAnyDecided = false;
  for (const quarantined of await readDueQuarantined(db, kind, clock.now(), MOST_BARS)) {
    round.signal.throwIfAborted();
    const { isDecided, goesOn } = await decide(deps, quarantined, round);
    isAnyDecided ||= isDecided;
    if (!goesOn) break;
  }
  if (isAnyDecided)
    log.warn({ exchange, ...(await countQuarantined(db, kind)) }, 'quarantined bars');
}
