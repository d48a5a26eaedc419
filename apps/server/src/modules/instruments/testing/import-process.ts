import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '../../../db/index.ts';
import { silentLog } from '../../../db/testing/test-database.ts';
import { importInThread } from '../imports/run-import.ts';

// A worker process that executes the import of a file. It reports when the first bars are stored; reading stores nothing
// before its end, so all its moments are alike.
const { DATABASE_URL = '', DATA_DIR = '' } = process.env;
const [, , id = ''] = process.argv;
const place = { databaseUrl: DATABASE_URL || null, dataDir: DATA_DIR };
const { db, share } = await openDatabase({ ...place, log: silentLog });
const { execute } = importInThread({ shareDatabase: share, log: silentLog });
const ended = execute(id, new AbortController().signal);
const isUnderWay = async () => {
  const { state } = await db
    .selectFrom('import_files')
    .select('state')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (state === 'reading') return true;
  return (await db.selectFrom('bar_chunks').select('instrument_id').execute()).length > 0;
};
while (!(await isUnderWay())) await sleep(5);
process.send?.('under way');
await ended;
process.send?.('ended');
