import { STORED_RESOLUTIONS, type StoredResolution } from '@moneytrail/calendar';
import {
  AppError,
  acceptQuarantinedBar,
  type Bar,
  type ExchangeName,
  getCoverage,
  getQuarantineEvidence,
  listQuarantinedBars,
  type QuarantinedBar,
  rejectQuarantinedBar,
  undoQuarantineDecision,
} from '@moneytrail/contract';
import * as z from 'zod/mini';
import { readPage } from '../../http/page.ts';
import type { Router } from '../../http/route.ts';
import { isoDate, isoMoment } from '../../iso-time.ts';
import {
  acceptQuarantined,
  type BarService,
  backfillFrom,
  type ListedBar,
  listQuarantined,
  type QuarantineState,
  readCoverageMap,
  readEvidence,
  readSeriesBeginning,
  rejectQuarantined,
  undoAcceptance,
  undoRejection,
  withBuildLimits,
} from '../bars/index.ts';
import { findInstrument, type Instrument, readEnabledNow } from '../catalogue/index.ts';
import type { InstrumentDeps } from './deps.ts';
import { authorOf, type Caller } from './deps.ts';

export type QualityDeps = InstrumentDeps & { bars: Pick<BarService, 'written' | 'history'> };

/** A person waits for the evidence; sources that are slower are left out. */
const EVIDENCE_FEED_MS = 3_000;
const WAITING =
  'It went further than 12 times the usual range, and nothing has corroborated it yet.';
const REJECTED = 'Nothing corroborated it.';
const BY_ADMIN = {
  accepted: 'An administrator accepted it.',
  rejected: 'An administrator rejected it.',
};

function present(listed: ListedBar, state: QuarantineState): QuarantinedBar {
  const { exchange, code, description, resolution, bar, reason } = listed;
  const { askedAtMs, dueMs, decidedAtMs } = listed;
  const { time, ...values } = bar;
  return {
    exchange,
    symbol: code,
    description,
    resolution,
    timeMs: time,
    ...values,
    state,
    reason: state === 'waiting' ? WAITING : (reason ?? REJECTED),
    firstTriedAt: isoMoment(askedAtMs),
    nextTryAt: dueMs === 0 ? null : isoMoment(dueMs),
    decidedAt: isoMoment(decidedAtMs),
  };
}

type Named = { exchange: ExchangeName; symbol: string };

async function instrumentOf({ db }: QualityDeps, { exchange, symbol }: Named): Promise<Instrument> {
  const found = await findInstrument(db, exchange, symbol);
  if (!found) throw new AppError('NOT_FOUND', `${exchange} does not list ${symbol}`);
  return found;
}

/** Maximum of a serial column. */
const MOST_ID = 2 ** 31 - 1;

const place = z.strictObject({
  time: z.int(),
  instrumentId: z.int().check(z.minimum(0), z.maximum(MOST_ID)),
  resolution: z.enum(STORED_RESOLUTIONS),
});

/** A bar as an administrator saw it. */
type Shown = Named & {
  resolution: StoredResolution;
  timeMs: number;
  open: number;
  high: number;
  low: number;
  close: number;
};

type Verdict = 'accepted' | 'rejected' | 'undone';

const GONE = {
  accepted: 'This bar is not kept back any more.',
  rejected: 'This bar is not kept back any more.',
  undone: 'This bar has changed since it was decided.',
};

function shownBar({ body }: { body: Shown }): Bar {
  const { timeMs: time, open, high, low, close } = body;
  return { time, open, high, low, close, volume: null };
}

/** Accepts, rejects or returns a bar that is still as it was shown, with an audit entry in the same transaction. */
async function decide(
  deps: QualityDeps,
  call: Caller & { body: Shown },
  verdict: Verdict,
): Promise<void> {
  const { exchange, symbol, resolution, timeMs, ...prices } = call.body;
  const { id } = await instrumentOf(deps, call.body);
  const key = { instrumentId: id, resolution, isSimulated: deps.feeds[exchange].isSimulated };
  const bar = shownBar(call);
  const atMs = deps.clock.now();
  let isStoredChanged = verdict === 'accepted';
  await deps.db.transaction().execute(async (trx) => {
    const carryOut = async (): Promise<boolean> => {
      if (verdict === 'accepted') {
        return acceptQuarantined(trx, key, bar, { reason: BY_ADMIN.accepted, atMs });
      }
      if (verdict === 'rejected') {
        return rejectQuarantined(trx, { key, bar }, { reason: BY_ADMIN.rejected, atMs });
      }
      if (await undoRejection(trx, { key, bar }, atMs)) return true;
      isStoredChanged = await undoAcceptance(trx, key, bar, atMs);
      return isStoredChanged;
    };
    if (!(await carryOut())) throw new AppError('NOT_FOUND', GONE[verdict]);
    await deps.audit.append(trx, {
      ...authorOf(deps, call),
      action: `bar.${verdict}`,
      subjectId: null,
      after: { instrument: `${exchange}:${symbol}`, resolution, timeMs, ...prices },
    });
  });
  if (isStoredChanged) deps.bars.written(id, resolution, timeMs, timeMs + 1);
}

/** Coverage of instruments, and their quarantined bars. */
export function qualityRoutes(router: Router, deps: QualityDeps): void {
  router.route(getCoverage, async ({ query }) => {
    const instrument = await instrumentOf(deps, query);
    const fromMs = Date.UTC(query.year, 0, 1);
    const dates = { fromMs, toMs: Date.UTC(query.year + 1, 0, 1) };
    const days = await readCoverageMap(deps, instrument, query.resolution, dates);
    return {
      days: days.map(({ dayMs, ...day }) => ({
        date: new Date(dayMs).toISOString().slice(0, 10),
        ...day,
      })),
      backfilledFrom: isoDate(
        backfillFrom(
          instrument,
          query.resolution,
          { days: deps.backfillDays, startDate: null, endDate: null },
          deps.clock.now(),
        ),
      ),
      beginsAt: isoMoment(await readSeriesBeginning(deps, instrument)),
    };
  });
  router.route(listQuarantinedBars, async ({ query }) => {
    const { exchange, symbol: code, state } = query;
    const { rows, nextCursor } = await readPage(query, {
      place,
      placeOf: ({ bar, instrumentId, resolution }: ListedBar) => ({
        time: bar.time,
        instrumentId,
        resolution,
      }),
      read: (after, most) => listQuarantined(deps, { exchange, code, state }, after, most),
    });
    return { entries: rows.map((row) => present(row, state)), nextCursor };
  });
  router.route(getQuarantineEvidence, async (call) => {
    const instrument = await instrumentOf(deps, call.body);
    const enabled = await readEnabledNow(deps.db);
    const all = enabled.map((each) => each.instrument);
    const quarantined = { resolution: call.body.resolution, bar: shownBar(call) };
    return withBuildLimits({ feedMs: EVIDENCE_FEED_MS, signal: call.signal }, (options) =>
      readEvidence({ ...deps, options }, instrument, quarantined, all),
    );
  });
  router.route(acceptQuarantinedBar, async (call) => {
    await decide(deps, call, 'accepted');
    return { state: 'accepted' as const };
  });
  router.route(rejectQuarantinedBar, async (call) => {
    await decide(deps, call, 'rejected');
    return { state: 'rejected' as const };
  });
  router.route(undoQuarantineDecision, async (call) => {
    await decide(deps, call, 'undone');
    return { state: 'waiting' as const };
  });
}
