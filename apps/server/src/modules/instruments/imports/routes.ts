import { randomUUID } from 'node:crypto';
import {
  AppError,
  beginImport,
  dropImport,
  exportStoredBars,
  getImport,
  IMPORT_PART_BYTES,
  IMPORTED,
  type ImportRequest,
  type ImportState,
  planImportedFile,
  sendImportPart,
  storeImportedFile,
} from '@moneytrail/contract';
import type { Router } from '../../../http/route.ts';
import { csvLines, readStoredBars } from '../../bars/index.ts';
import { findInstrument } from '../../catalogue/index.ts';
import { type Author, authorOf, type InstrumentDeps } from '../deps.ts';
import { RUN_IMPORT } from './run-import.ts';
import {
  changeFile,
  countFiles,
  deleteFile,
  deleteIdleFiles,
  type ImportFile,
  insertFile,
  lockFile,
  readFile,
  readSize,
  writePart,
} from './store.ts';

/** Files kept at a time, which bounds their share of the database. */
const MOST_FILES = 8;
const NOT_FOUND = 'There is no such file. Files are deleted a day after they were dropped.';
const MOST_BARS_A_PART = 20_000;

const present = (file: ImportFile): ImportState => ({
  id: file.id,
  name: file.name,
  sizeBytes: file.size_bytes,
  state: file.state,
  doneBytes: Number(file.done_bytes),
  request: file.request,
  outcome: file.outcome,
});

async function stateOf({ db }: InstrumentDeps, id: string): Promise<ImportState> {
  const file = await readFile(db, id);
  if (!file) throw new AppError('NOT_FOUND', NOT_FOUND);
  return present(file);
}

const wrongState = ({ state }: ImportFile) => new AppError('CONFLICT', `The file is ${state}.`);

/** Moves a file to its next step, whose job becomes part of the same transaction. */
async function startStep(
  { db, jobs, audit }: InstrumentDeps,
  id: string,
  step: { from: readonly ImportState['state'][]; to: 'reading' | 'storing' },
  { request, author }: { request?: ImportRequest; author?: Author },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const file = await lockFile(trx, id);
    if (!file) throw new AppError('NOT_FOUND', NOT_FOUND);
    if (!step.from.includes(file.state)) throw wrongState(file);
    const come = await readSize(trx, id);
    if (come !== file.size_bytes) {
      throw new AppError('CONFLICT', `${come} of ${file.size_bytes} bytes have come.`);
    }
    const keep = step.to === 'storing' ? {} : { outcome: null };
    const asked = request ? { request } : {};
    await changeFile(trx, id, { state: step.to, doneBytes: 0, ...asked, ...keep });
    await jobs.enqueue(RUN_IMPORT, { id }, { trx, singletonKey: id });
    if (!author) return;
    const { code, access, resolution } = request ?? file.request ?? {};
    const after = { instrument: `${IMPORTED}:${code}`, file: file.name, access, resolution };
    await audit.append(trx, { ...author, action: 'bars.imported', subjectId: null, after });
  });
}

/** Imports of files in the browser, and exports of stored bars; both for super admins. */
export function importRoutes(router: Router, deps: InstrumentDeps): void {
  const { db, clock } = deps;
  router.route(beginImport, async ({ body: { name, sizeBytes } }) => {
    await deleteIdleFiles(db, MOST_FILES - 1);
    if ((await countFiles(db)) >= MOST_FILES) {
      const text = `${MOST_FILES} files are being read or stored. Try again once one of them is done.`;
      throw new AppError('CONFLICT', text);
    }
    const id = randomUUID();
    await insertFile(db, { id, name, sizeBytes, nowMs: clock.now() });
    return stateOf(deps, id);
  });
  router.route(sendImportPart, async ({ params: { id, part }, body }) => {
    const file = await readFile(db, id);
    if (!file) throw new AppError('NOT_FOUND', NOT_FOUND);
    const expected = Math.min(IMPORT_PART_BYTES, file.size_bytes - part * IMPORT_PART_BYTES);
    if (file.state !== 'receiving' || body.length !== expected) {
      throw new AppError('BAD_REQUEST', `part: must be the ${expected} bytes of part ${part}`);
    }
    await writePart(db, id, part, Buffer.from(body));
    return undefined;
  });
  router.route(planImportedFile, async ({ params: { id }, body }) => {
    const from = ['receiving', 'planned', 'refused', 'failed'] as const;
    await startStep(deps, id, { from, to: 'reading' }, { request: body });
    return stateOf(deps, id);
  });
  router.route(storeImportedFile, async (call) => {
    const { id } = call.params;
    const author = authorOf(deps, call);
    await startStep(deps, id, { from: ['planned'], to: 'storing' }, { author });
    return stateOf(deps, id);
  });
  router.route(getImport, ({ params: { id } }) => stateOf(deps, id));
  router.route(dropImport, async ({ params: { id } }) => {
    await db.transaction().execute(async (trx) => {
      const file = await lockFile(trx, id);
      if (file?.state === 'storing') throw wrongState(file);
      await deleteFile(trx, id);
    });
    return undefined;
  });
  router.route(exportStoredBars, async ({ query }) => {
    const { exchange, symbol, resolution, fromMs = Number.MIN_SAFE_INTEGER } = query;
    const instrument = await findInstrument(db, exchange, symbol);
    if (!instrument) throw new AppError('NOT_FOUND', `${exchange} does not list ${symbol}`);
    const { isSimulated } = deps.feeds[exchange];
    const key = { instrumentId: instrument.id, resolution, isSimulated };
    const span = { fromMs, toMs: Number.MAX_SAFE_INTEGER };
    const stored = await readStoredBars(db, { ...key, ...span });
    let [barCount, nextMs]: [number, number | null] = [0, null];
    async function* pieces() {
      for await (const piece of stored.pieces) {
        // Pieces are whole chunks, so a part ends before one.
        if (barCount > 0 && barCount + piece.length > MOST_BARS_A_PART) {
          nextMs = piece.time[0] ?? null;
          return;
        }
        barCount += piece.length;
        yield piece;
      }
    }
    let text = '';
    for await (const lines of csvLines({ isSimulated, pieces: pieces() }, () => {})) text += lines;
    const isFirst = query.fromMs === undefined;
    // Later parts go on below the header of the first.
    return { text: isFirst ? text : text.replace(/^(#.*\n)?.*\n/, ''), barCount, nextMs };
  });
}
