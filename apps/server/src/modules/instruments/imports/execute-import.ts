import {
  MARKET_HOURS,
  SECOND_MS,
  type StoredResolution,
  storedSourceOf,
} from '@moneytrail/calendar';
import { IMPORTED, type ImportOutcome, type ImportRequest } from '@moneytrail/contract';
import type { Db } from '../../../db/index.ts';
import type { Clock } from '../../../steady-clock.ts';
import {
  type ByteSource,
  type ImportPlan,
  type PlanOutcome,
  planImport,
  planLines,
  rebuildImported,
} from '../../bars/index.ts';
import { findInstrument, readInstrument } from '../../catalogue/index.ts';
import { changeFile, type ImportFile, readFile, readParts } from './store.ts';
import { keptLine, SIMULATED_REFUSAL, storeAsImported } from './store-imported.ts';

type Deps = { db: Db; clock: Clock };

/** Bars that an import has stored, and the outcome to show once everybody can see them. */
export type StoredImport = {
  instrumentId: number;
  resolution: StoredResolution;
  fromMs: number;
  toMs: number;
  outcome: ImportOutcome;
};

export const NOTHING: ImportOutcome = {
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
  { db, clock }: Deps,
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
  deps: Deps,
  open: ByteSource,
  { request, name }: { request: ImportRequest; name: string },
): Promise<{ planned: PlanOutcome; kept: string[] }> {
  const { code, marketHours, ...given } = request;
  // The hours of an instrument that has bars are its own.
  const known = await findInstrument(deps.db, IMPORTED, code);
  const hours = known?.hours ?? MARKET_HOURS[marketHours];
  const imported = { finest: known?.finestResolution ?? null, names: [name, code] };
  const planned = await planImport(open, { ...given, hours, imported, nowMs: deps.clock.now() });
  return { planned, kept: known ? [keptLine(known, request)] : [] };
}

function plannedOutcome(plan: ImportPlan, kept: string[]): ImportOutcome {
  const { suggested } = plan;
  return { ...NOTHING, plan: [...kept, ...planLines(plan)], ...(suggested ? { suggested } : {}) };
}

/** A plan as the screen shows it, and whether it can be stored. */
function outcomeOf({ planned, kept }: { planned: PlanOutcome; kept: string[] }): {
  isPlanned: boolean;
  outcome: ImportOutcome;
} {
  switch (planned.kind) {
    case 'planned':
      return planned.plan.isSimulated
        ? { isPlanned: false, outcome: { ...NOTHING, message: SIMULATED_REFUSAL } }
        : { isPlanned: true, outcome: plannedOutcome(planned.plan, kept) };
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
  deps: Deps,
  { id, request, name }: ImportFile & { request: ImportRequest },
  open: ByteSource,
): Promise<StoredImport | null> {
  const made = await planOf(deps, open, { request, name });
  const { planned } = made;
  const { isPlanned, outcome } = outcomeOf(made);
  if (planned.kind !== 'planned' || !isPlanned) {
    await changeFile(deps.db, id, { state: 'refused', outcome });
    return null;
  }
  const { resolution, first, last } = planned.plan;
  const { instrument, count } = await storeAsImported(deps, request, planned, open);
  const message = `Stored ${count} bars of ${instrument.ticker}.`;
  return {
    instrumentId: instrument.id,
    resolution: storedSourceOf(resolution),
    fromMs: first.time,
    toMs: last.time + 1,
    outcome: { ...outcome, message },
  };
}

/**
 * Reads a file of which all parts have arrived, or stores one that was planned, by its state; answers the bars that it
 * stored. Repeating it changes nothing. Throws the reason of an aborted signal before the next part.
 */
async function executeImport(
  deps: Deps,
  id: string,
  signal: AbortSignal,
): Promise<StoredImport | null> {
  const file = await readFile(deps.db, id);
  if (!file?.request) return null;
  const { request, state, name } = file;
  const open = sourceOf(deps, file, signal);
  if (state === 'storing') return storeFile(deps, { ...file, request }, open);
  if (state !== 'reading') return null;
  const { isPlanned, outcome } = outcomeOf(await planOf(deps, open, { request, name }));
  await changeFile(deps.db, id, { state: isPlanned ? 'planned' : 'refused', outcome });
  return null;
}

/** Builds the longer bars of an instrument made from files anew, after its hours have changed. */
async function rebuildLonger({ db }: Pick<Deps, 'db'>, instrumentId: number): Promise<void> {
  const instrument = await readInstrument(db, instrumentId);
  if (instrument) await rebuildImported(db, instrument);
}

/** The work on imports that computes for seconds. */
export type ImportWork = {
  execute: (id: string, signal: AbortSignal) => Promise<StoredImport | null>;
  rebuild: (instrumentId: number, signal: AbortSignal) => Promise<void>;
};

/** The work in this thread. */
export const importWork = (deps: Deps): ImportWork => ({
  execute: (id, signal) => executeImport(deps, id, signal),
  rebuild: (instrumentId) => rebuildLonger(deps, instrumentId),
});
