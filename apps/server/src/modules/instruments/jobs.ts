import { randomUUID } from 'node:crypto';
import { MINUTE_MS } from '@moneytrail/calendar';
import { EXCHANGES, type ExchangeName } from '@moneytrail/contract';
import { defineJob, defineScheduled, type Job, type Jobs } from '../../jobs/index.ts';
import { endAll } from '../../throw-failures.ts';
import type { BarService } from '../bars/index.ts';
import { type Instrument, readEnabledNow } from '../catalogue/index.ts';
import { type ReadParts, serveTurn, type TurnDeps } from './backfill/run-turn.ts';
import { BACKFILL, claimRun, requestRun } from './backfill/store.ts';

type InstrumentJobDeps = TurnDeps & {
  jobs: Pick<Jobs, 'enqueue'>;
  bars: Pick<BarService, 'onRescaled'>;
};

/** A run of the job ends before it expires; the next one continues. */
const ROUND_MS = 10 * MINUTE_MS;

async function serveFeed(
  deps: InstrumentJobDeps,
  exchange: ExchangeName,
  known: ReadParts,
  signal: AbortSignal,
): Promise<void> {
  const { db, clock, feeds } = deps;
  const { isSimulated } = feeds[exchange];
  const endsAtMs = clock.monotonicMs() + ROUND_MS;
  while (!signal.aborted && clock.monotonicMs() < endsAtMs) {
    const token = randomUUID();
    const claim = { token, nowMs: clock.now() };
    const row = await claimRun(db, { exchange, isSimulated }, claim);
    if (!row) return;
    const instrument = (await readEnabledNow(db)).find(
      (each) => each.instrument.id === row.instrument_id,
    )?.instrument;
    if (instrument) await serveTurn(deps, { row, instrument, token }, known, signal);
  }
}

async function requestRuns(
  { db, clock, feeds, jobs }: InstrumentJobDeps,
  instruments: readonly Instrument[],
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    for (const { id, exchange } of instruments) {
      const { isSimulated } = feeds[exchange];
      const wanted = { nowMs: clock.now(), startDate: null, endDate: null };
      await requestRun(trx, { instrumentId: id, isSimulated }, wanted);
    }
    await jobs.enqueue(BACKFILL, {}, { trx });
  });
}

/** Backfills of histories: on request, nightly for every instrument, and after a share was split. */
export function instrumentJobs(deps: InstrumentJobDeps): Job[] {
  const known: ReadParts = new Map();
  deps.bars.onRescaled((instrument) => requestRuns(deps, [instrument]));
  return [
    defineJob({
      ...BACKFILL,
      // Finds retries and runs of lost workers within a minute.
      schedule: '* * * * *',
      singleton: true,
      handler: (_payload, { signal }) =>
        endAll(EXCHANGES.map((exchange) => serveFeed(deps, exchange, known, signal))),
    }),
    // 01:30 UTC: New York has closed, Johannesburg has not opened.
    defineScheduled({
      name: 'instruments.request-backfills',
      schedule: '30 1 * * *',
      handler: async () => {
        const enabled = await readEnabledNow(deps.db);
        await requestRuns(
          deps,
          enabled.map(({ instrument }) => instrument),
        );
      },
    }),
  ];
}
