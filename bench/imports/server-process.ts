import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { IMPORT_PART_BYTES, type ImportRequest, MAX_IMPORT_BYTES } from '@moneytrail/contract';
import { minutesFile } from '../attacks/imports.ts';
import { measureTurns } from '../longest-turn.ts';
import { serveProduct } from '../serve-product.ts';

// Imported late: the product sets up its memory before it loads anything.
const { openSessionOf } = await import('../../apps/server/src/conformance/testing/people.ts');
const { insertUser } = await import('../../apps/server/src/modules/accounts/profile/user-store.ts');
const { newUser } = await import('../../apps/server/src/modules/accounts/registration/new-user.ts');
const { importWork } = await import('../../apps/server/src/modules/instruments/index.ts');
const { RUN_IMPORT } = await import(
  '../../apps/server/src/modules/instruments/imports/run-import.ts'
);
const { changeFile, insertFile, readFile, writePart } = await import(
  '../../apps/server/src/modules/instruments/imports/store.ts'
);

/** No import; one that is read in the serving thread, for comparison; one that is read and stored as the product does. */
export type ImportStep = 'idle' | 'serving' | 'reading' | 'storing';
/** `longestTurnMs` is processor time; `token` is for the next step, as tokens last ten minutes. */
export type ImportTook = { ms: number; longestTurnMs: number; servingMs: number; token: string };

const { context, port } = await serveProduct();
const { db } = context;
const paid = { has_paid: true, payment_valid_until: '2099-12-31' };
const user = newUser(Date.now(), {
  username: 'reader@example.com',
  password_hash: 'none',
  first_name: 'Ana',
  last_name: 'Botha',
  user_type: 'commercial',
  is_approved: true,
  ...paid,
});
await insertUser(db, user);
const newToken = async () => (await openSessionOf({ context }, user.id)).token;

/** Long enough to include the beginning of a minute, when the newest bars of all instruments are read. */
const IDLE_MS = 65_000;
const id = randomUUID();
const request: ImportRequest = {
  code: 'LARGE',
  description: 'A large file',
  type: 'crypto',
  marketHours: 'crypto',
  access: 'signedIn',
};

/** The largest file that a browser may send, of minutes. */
async function dropFile(): Promise<void> {
  const bytes = minutesFile(MAX_IMPORT_BYTES);
  await insertFile(db, { id, name: 'large.csv', sizeBytes: bytes.length, nowMs: Date.now() });
  for (let part = 0; part * IMPORT_PART_BYTES < bytes.length; part++) {
    const from = part * IMPORT_PART_BYTES;
    await writePart(db, id, part, bytes.subarray(from, from + IMPORT_PART_BYTES));
  }
}

async function take(step: ImportStep): Promise<unknown> {
  if (step === 'idle') return sleep(IDLE_MS);
  const to = step === 'storing' ? 'storing' : 'reading';
  await changeFile(db, id, { state: to, request });
  if (step === 'serving') {
    await importWork(context).execute(id, new AbortController().signal);
  } else await context.jobs.enqueue(RUN_IMPORT, { id }, { singletonKey: id });
  for (;;) {
    const file = await readFile(db, id);
    if (file?.state === (step === 'storing' ? 'stored' : 'planned')) return;
    if (file?.state !== to) throw new Error(JSON.stringify(file));
    await sleep(200);
  }
}

const longestTurnMs = measureTurns();

async function measure(step: ImportStep): Promise<ImportTook> {
  longestTurnMs();
  const [startedAt, before] = [performance.now(), process.threadCpuUsage()];
  await take(step);
  const used = process.threadCpuUsage(before);
  const servingMs = (used.user + used.system) / 1_000;
  const ms = performance.now() - startedAt;
  return { ms, longestTurnMs: longestTurnMs(), servingMs, token: await newToken() };
}

process.on('message', (step: ImportStep) => {
  measure(step).then(
    (took) => process.send?.(took),
    (error: unknown) => process.send?.(String(error)),
  );
});
await dropFile();
process.send?.({ port, token: await newToken() });
