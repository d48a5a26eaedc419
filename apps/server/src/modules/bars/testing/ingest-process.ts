import { openDatabase } from '../../../db/index.ts';
import { silentLog } from '../../../db/testing/test-database.ts';
import { createCatalogue } from '../../catalogue/index.ts';
import { columnsOf } from '../columns/bar-columns.ts';
import { writeBars } from '../store/write-bars.ts';
import { barsAt } from './make-bars.ts';

// A process that stores one bar after another and acknowledges each, until it is killed.
const [, , dataDir = '', startText = '0'] = process.argv;
const MINUTE = 60_000;
const start = Number(startText);
const { db } = await openDatabase({ databaseUrl: null, dataDir, log: silentLog });
await (await createCatalogue({ db, clock: { now: Date.now }, log: silentLog })).seedDemo();
const key = { instrumentId: 1, resolution: '1' as const, isSimulated: false };
for (let count = 1; count < 100_000; count++) {
  const columns = columnsOf(barsAt([start + count * MINUTE], count));
  const coverage = { fromMs: start, toMs: start + (count + 1) * MINUTE };
  await writeBars(db, { key, columns, coverage, trust: 'trusted' });
  process.send?.(count);
}
