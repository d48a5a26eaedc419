import type { ImportOutcome, ImportRequest, ImportState } from '@moneytrail/contract';
import type { Selectable } from 'kysely';
import type { Db, Trx } from '../../../db/index.ts';
import type { ImportFilesTable } from '../../../db/schema.ts';

type State = ImportState['state'];

export type ImportFile = Omit<Selectable<ImportFilesTable>, 'request' | 'outcome'> & {
  request: ImportRequest | null;
  outcome: ImportOutcome | null;
};

const COLUMNS = [
  'id',
  'name',
  'size_bytes',
  'created_at_ms',
  'state',
  'done_bytes',
  'request',
  'outcome',
] as const;

/** Both columns were written by `changeFile`. */
const fileOf = (row: Selectable<ImportFilesTable>): ImportFile => row as ImportFile;

export async function insertFile(
  db: Db,
  file: { id: string; name: string; sizeBytes: number; nowMs: number },
): Promise<void> {
  await db
    .insertInto('import_files')
    .values({
      id: file.id,
      name: file.name,
      size_bytes: file.sizeBytes,
      created_at_ms: file.nowMs,
    })
    .execute();
}

export async function countFiles(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('import_files')
    .select((query) => query.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function readFile(db: Db, id: string): Promise<ImportFile | null> {
  const row = await db
    .selectFrom('import_files')
    .select(COLUMNS)
    .where('id', '=', id)
    .executeTakeFirst();
  return row ? fileOf(row) : null;
}

/** The file, locked until the transaction ends. */
export async function lockFile(trx: Trx, id: string): Promise<ImportFile | null> {
  const row = await trx
    .selectFrom('import_files')
    .select(COLUMNS)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row ? fileOf(row) : null;
}

export async function changeFile(
  db: Db,
  id: string,
  changes: {
    state?: State;
    doneBytes?: number;
    request?: ImportRequest;
    outcome?: ImportOutcome | null;
  },
): Promise<void> {
  const { state, doneBytes, request, outcome } = changes;
  await db
    .updateTable('import_files')
    .set({
      ...(state === undefined ? {} : { state }),
      ...(doneBytes === undefined ? {} : { done_bytes: doneBytes }),
      ...(request === undefined ? {} : { request: JSON.stringify(request) }),
      ...(outcome === undefined ? {} : { outcome: outcome && JSON.stringify(outcome) }),
    })
    .where('id', '=', id)
    .execute();
}

export async function writePart(db: Db, id: string, part: number, data: Buffer): Promise<void> {
  await db
    .insertInto('import_file_parts')
    .values({ file_id: id, part, data })
    .onConflict((conflict) => conflict.columns(['file_id', 'part']).doUpdateSet({ data }))
    .execute();
}

/** Bytes of the parts that have come. */
export async function readSize(db: Db, id: string): Promise<number> {
  const { size } = await db
    .selectFrom('import_file_parts')
    .select((query) =>
      query.fn.sum<string | null>(query.fn<number>('octet_length', ['data'])).as('size'),
    )
    .where('file_id', '=', id)
    .executeTakeFirstOrThrow();
  return Number(size ?? 0);
}

/** The bytes of a file, part by part. */
export async function* readParts(db: Db, id: string): AsyncGenerator<Buffer> {
  for (let part = 0; ; part++) {
    const row = await db
      .selectFrom('import_file_parts')
      .select('data')
      .where('file_id', '=', id)
      .where('part', '=', part)
      .executeTakeFirst();
    if (!row) return;
    yield row.data;
  }
}

export async function deleteFile(db: Db, id: string): Promise<void> {
  await db.deleteFrom('import_files').where('id', '=', id).execute();
}

/** Deletes the oldest files that are neither read nor stored now, until at most `kept` of these are left. */
export async function deleteIdleFiles(db: Db, kept: number): Promise<void> {
  await db
    .deleteFrom('import_files')
    .where('id', 'in', (query) =>
      query
        .selectFrom('import_files')
        .select('id')
        .where('state', 'not in', ['reading', 'storing'])
        .orderBy('created_at_ms', 'desc')
        .orderBy('id')
        .offset(kept),
    )
    .execute();
}

export async function deleteFilesBefore(db: Db, timeMs: number): Promise<void> {
  await db.deleteFrom('import_files').where('created_at_ms', '<', timeMs).execute();
}
