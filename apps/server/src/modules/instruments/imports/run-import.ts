import { HOUR_MS, MARKET_HOURS, SECOND_MS } from '@moneytrail/calendar';
import { IMPORTED, type ImportOutcome, type ImportRequest } from '@moneytrail/contract';
import * as z from 'zod';
import { INSTRUMENTS_CHANGED, type TickBus } from '../../../bus/index.ts';
import type { Db } from '../../../db/index.ts';
import { defineJob, defineScheduled, type Job } from '../../../jobs/index.ts';
import type { Clock } from '../../../steady-clock.ts';
import {
  type BarService,
  type ByteSource,
  type PlanOutcome,
  planImport,
  planLines,
} from '../../bars/index.ts';
import { type Catalogue, findInstrument } from '../../catalogue/index.ts';
import { changeFile, deleteFilesBefore, type ImportFile, readFile, readParts } from './store.ts';
import { SIMULATED_REFUSAL, storeAsImported } from './store-imported.ts';

/** Reads a file of which all parts have arrived, or stores one that was planned, by its state. */
export const RUN_IMPORT = { name: 'instruments.run-import', payload: z.object({ id: z.uuid() }) };

export type ImportJobDeps = {
  db: Db;
  clock: Clock;
  bars: Pick<BarService, 'written'>;
  catalogue: Pick<Catalogue, 'reload'>;
  bus: Pick<TickBus, 'publish'>;
};

const KEPT_MS = 24 * HOUR_MS;
const NOTHING: ImportOutcome = {
  plan: [],
  questions: [],
  header: [],
  badLines: [],
  badCount: 0,
  message: null,
};

/**
 * The file's bytes; progress is stored at most once a second. Throws at the end if a part is missing, as bars of a cut
 * file would look like all of its bars.
 */
function sourceOf(
  { db, clock }: ImportJobDeps,
  { id, size_bytes }: ImportFile,
  signal: AbortSignal,
): ByteSource {
  let notedMs = clock.monotonicMs();
  return async function* () {
    let read = 0;
    for await (const part of readParts(db, id)) {
      signal.throwIfAborted();
      yield part;
      read += part.length;
      if (clock.monotonicMs() - notedMs < SECOND_MS) continue;
      notedMs = clock.monotonicMs();
      await changeFile(db, id, { doneBytes: read });
    }
    if (read !== size_bytes) throw new Error(`parts of the file are missing: ${id}`);
  };
}

async function planOf(
  deps: ImportJobDeps,
  open: ByteSource,
  request: ImportRequest,
): Promise<PlanOutcome> {
  const { code, marketHours, ...given } = request;
  // The hours of an instrument that has bars are its own.
  const known = await findInstrument(deps.db, IMPORTED, code);
  const hours = known?.hours ?? MARKET_HOURS[marketHours];
  return planImport(open, { ...given, hours, nowMs: deps.clock.now() });
}

/** A plan as the screen shows it, and whether it can be stored. */
function outcomeOf(planned: PlanOutcome): { isPlanned: boolean; outcome: ImportOutcome } {
  switch (planned.kind) {
    case 'planned':
      return planned.plan.isSimulated
        ? { isPlanned: false, outcome: { ...NOTHING, message: SIMULATED_REFUSAL } }
        : { isPlanned: true, outcome: { ...NOTHING, plan: planLines(planned.plan) } };
    case 'questions': {
      const { questions, header } = planned;
      return { isPlanned: false, outcome: { ...NOTHING, questions, header: [...header] } };
    }
    case 'bad': {
      const { bad: badLines, badCount } = planned;
      return { isPlanned: false, outcome: { ...NOTHING, badLines, badCount } };
    }
    case 'unreadable':
      return { isPlanned: false, outcome: { ...NOTHING, message: planned.message } };
    default:
      return planned satisfies never;
  }
}

async function storeFile(
  deps: ImportJobDeps,
  { id, request }: ImportFile & { request: ImportRequest },
  open: ByteSource,
): Promise<void> {
  const { db, bars, catalogue, bus } = deps;
  const planned = await planOf(deps, open, request);
  const { isPlanned, outcome } = outcomeOf(planned);
  if (planned.kind !== 'planned' || !isPlanned) {
    await changeFile(db, id, { state: 'refused', outcome });
    return;
  }
  const { plan } = planned;
  const { instrument, count } = await storeAsImported(deps, request, planned, open);
  await catalogue.reload();
  bus.publish(INSTRUMENTS_CHANGED, { exchange: IMPORTED });
  bars.written(instrument.id, plan.resolution, plan.first.time, plan.last.time + 1);
  const message = `Stored ${count} bars of ${instrument.ticker}.`;
  await changeFile(db, id, { state: 'stored', outcome: { ...outcome, message } });
}

/** Reads and stores dropped files, in slices between which others are served, and deletes them a day later. */
export function importJobs(deps: ImportJobDeps): Job[] {
  const { db, clock } = deps;
  return [
    defineJob({
      ...RUN_IMPORT,
      singleton: true,
      retry: { limit: 2, delaySeconds: 5 },
      handler: async ({ id }, { signal }) => {
        const file = await readFile(db, id);
        if (!file?.request) return;
        const open = sourceOf(deps, file, signal);
        const { request } = file;
        try {
          if (file.state === 'reading') {
            const { isPlanned, outcome } = outcomeOf(await planOf(deps, open, request));
            await changeFile(db, id, { state: isPlanned ? 'planned' : 'refused', outcome });
          } else if (file.state === 'storing') await storeFile(deps, { ...file, request }, open);
        } catch (error) {
          // A stopped process leaves the file to the next one.
          signal.throwIfAborted();
          const message = 'The file could not be read or stored. The error log has the cause.';
          await changeFile(db, id, { state: 'failed', outcome: { ...NOTHING, message } });
          throw error;
        }
      },
    }),
    defineScheduled({
      name: 'instruments.delete-import-files',
      schedule: '40 * * * *',
      handler: () => deleteFilesBefore(db, clock.now() - KEPT_MS),
    }),
  ];
}
