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
  updateImportedInstrument,
} from '@moneytrail/contract';
import type { Trx } from '../../../db/index.ts';
import type { Router } from '../../../http/route.ts';
import { type Author, authorOf, type InstrumentDeps } from '../deps.ts';
import { exportPart } from '../export-bars.ts';
import { editImported } from './edit-imported.ts';
import { NOTHING } from './execute-import.ts';
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
const INTERRUPTED =
  'The server was interrupted each time it worked on the file. Read the file again to continue.';

const present = (file: ImportFile): ImportState => ({
  id: file.id,
  name: file.name,
  sizeBytes: file.size_bytes,
  state: file.state,
  doneBytes: Number(file.done_bytes),
  request: file.request,
  outcome: file.outcome,
});

const isBusy = ({ state }: ImportFile) => state === 'reading' || state === 'storing';

/** Locks a file, and reports it as failed if the last run of its job ended with the worker, which could not. */
async function lockSettled(
  { jobs }: InstrumentDeps,
  trx: Trx,
  id: string,
): Promise<ImportFile | null> {
  const file = await lockFile(trx, id);
  if (!file || !isBusy(file) || (await jobs.isUnderWay(RUN_IMPORT, id, trx))) return file;
  const outcome = { ...NOTHING, message: INTERRUPTED };
  await changeFile(trx, id, { state: 'failed', outcome });
  return { ...file, state: 'failed', outcome };
}

async function stateOf(deps: InstrumentDeps, id: string): Promise<ImportState> {
  const read = await readFile(deps.db, id);
  const isSettled = !read || !isBusy(read);
  const file = isSettled
    ? read
    : await deps.db.transaction().execute((trx) => lockSettled(deps, trx, id));
  if (!file) throw new AppError('NOT_FOUND', NOT_FOUND);
  return present(file);
}

const wrongState = ({ state }: ImportFile) => new AppError('CONFLICT', `The file is ${state}.`);

/** Moves a file to its next step, whose job becomes part of the same transaction. */
async function startStep(
  deps: InstrumentDeps,
  id: string,
  step: { from: readonly ImportState['state'][]; to: 'reading' | 'storing' },
  { request, author }: { request?: ImportRequest; author?: Author },
): Promise<void> {
  const { db, jobs, audit } = deps;
  await db.transaction().execute(async (trx) => {
    const file = await lockSettled(deps, trx, id);
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
    await writePart(db, id, part, Buffer.from(body.buffer, body.byteOffset, body.byteLength));
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
      const file = await lockSettled(deps, trx, id);
      if (file?.state === 'storing') throw wrongState(file);
      await deleteFile(trx, id);
    });
    return undefined;
  });
  router.route(updateImportedInstrument, (call) =>
    editImported(deps, { ...call.params, ...call.body }, authorOf(deps, call)),
  );
  router.route(exportStoredBars, ({ query, signal }) => exportPart(deps, query, signal));
}
