import { STORED_RESOLUTIONS, type StoredResolution } from '@moneytrail/calendar';
import {
  AppError,
  acceptQuarantinedBar,
  type ExchangeName,
  getCoverage,
  listQuarantinedBars,
  type QuarantinedBar,
  rejectQuarantinedBar,
} from '@moneytrail/contract';
import * as z from 'zod/mini';
import { readPage } from '../../http/page.ts';
import type { Router } from '../../http/route.ts';
import {
  acceptQuarantined,
  type BarService,
  type ListedBar,
  listQuarantined,
  readCoverageMap,
  readSeriesBeginning,
  rejectQuarantined,
} from '../bars/index.ts';
import { findInstrument, type Instrument } from '../catalogue/index.ts';
import type { InstrumentDeps } from './deps.ts';
import { authorOf, type Caller } from './deps.ts';

export type QualityDeps = InstrumentDeps & { bars: Pick<BarService, 'written'> };

const WAITING =
  'It went further than 12 times the usual range, and nothing has corroborated it yet.';
const REJECTED = 'Nothing corroborated it.';
const BY_ADMIN = 'An administrator rejected it.';

const momentOf = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());

function present(listed: ListedBar): QuarantinedBar {
  const { exchange, code, description, resolution, bar, isRejected, reason, askedAtMs, dueMs } =
    listed;
  const { time, ...values } = bar;
  return {
    exchange,
    symbol: code,
    description,
    resolution,
    timeMs: time,
    ...values,
    state: isRejected ? 'rejected' : 'waiting',
    reason: isRejected ? (reason ?? REJECTED) : WAITING,
    firstTriedAt: momentOf(askedAtMs),
    nextTryAt: isRejected || dueMs === 0 ? null : momentOf(dueMs),
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

type Decision = Named & {
  resolution: StoredResolution;
  timeMs: number;
  open: number;
  high: number;
  low: number;
  close: number;
};

/** Accepts or rejects a bar that is still quarantined unchanged, with an audit entry in the same transaction. */
async function decide(
  deps: QualityDeps,
  call: Caller & { body: Decision },
  verdict: 'accepted' | 'rejected',
): Promise<void> {
  const { exchange, symbol, resolution, timeMs, ...prices } = call.body;
  const { id } = await instrumentOf(deps, call.body);
  const { isSimulated } = deps.feeds[exchange];
  const key = { instrumentId: id, resolution, isSimulated };
  const bar = { time: timeMs, ...prices, volume: null };
  await deps.db.transaction().execute(async (trx) => {
    const isDone =
      verdict === 'accepted'
        ? await acceptQuarantined(trx, key, bar)
        : await rejectQuarantined(trx, { key, bar }, BY_ADMIN);
    if (!isDone) throw new AppError('NOT_FOUND', 'This bar is not kept back any more.');
    await deps.audit.append(trx, {
      ...authorOf(deps, call),
      action: `bar.${verdict}`,
      subjectId: null,
      after: { instrument: `${exchange}:${symbol}`, resolution, timeMs, ...prices },
    });
  });
  if (verdict === 'accepted') deps.bars.written(id, resolution, timeMs, timeMs + 1);
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
      beginsAt: momentOf(await readSeriesBeginning(deps, instrument)),
    };
  });
  router.route(listQuarantinedBars, async ({ query }) => {
    const { exchange, symbol: code, state } = query;
    const isRejected = state === undefined ? undefined : state === 'rejected';
    const { rows, nextCursor } = await readPage(query, {
      place,
      placeOf: ({ bar, instrumentId, resolution }: ListedBar) => ({
        time: bar.time,
        instrumentId,
        resolution,
      }),
      read: (after, most) => listQuarantined(deps, { exchange, code, isRejected }, after, most),
    });
    return { entries: rows.map(present), nextCursor };
  });
  router.route(acceptQuarantinedBar, async (call) => {
    await decide(deps, call, 'accepted');
    return { state: 'accepted' as const };
  });
  router.route(rejectQuarantinedBar, async (call) => {
    await decide(deps, call, 'rejected');
    return { state: 'rejected' as const };
  });
}
