import type { StoredResolution } from '@moneytrail/calendar';
import { DAY_MS } from '@moneytrail/calendar';
import type { Bar } from '@moneytrail/contract';
import { sql } from 'kysely';
import type { DatabaseHandle } from '../../apps/server/src/db/index.ts';
import { silentLog } from '../../apps/server/src/db/testing/test-database.ts';
import { barAt } from '../../apps/server/src/modules/bars/columns/bar-columns.ts';
import { readSample } from '../../apps/server/src/modules/bars/testing/sample-bars.ts';
import { createTestFeeds } from '../../apps/server/src/modules/bars/testing/test-feeds.ts';
import { createWritableBars } from '../../apps/server/src/modules/bars/testing/writable-bars.ts';
import type { Instrument } from '../../apps/server/src/modules/catalogue/index.ts';
import { heldClock } from '../../apps/server/src/steady-clock.ts';
import {
  loadPriceFile,
  PRICE_FILES,
  type PriceFile,
} from '../../packages/simulators/src/days/real-days.ts';
import type { Figure } from '../figure.ts';

const DATA_SETS = Object.keys(PRICE_FILES) as PriceFile[];

type DataSet = { name: string; resolution: StoredResolution; bars: Bar[] };

function sampleOf(name: string, resolution: StoredResolution, file: string): DataSet {
  const columns = readSample(file);
  const bars = Array.from({ length: columns.length }, (_, i) => barAt(columns, i));
  return { name, resolution, bars };
}

/** All real bars of the repository: minutes, hours, and the days behind the simulators. */
function realDataSets(): DataSet[] {
  const days = DATA_SETS.map((file) => ({
    name: `days of ${file}`,
    resolution: '1D' as const,
    bars: loadPriceFile(file).map(({ dayMs, ...prices }) => ({ time: dayMs, ...prices })),
  }));
  return [
    sampleOf('minutes of BTCUSD', '1', 'btcusd_1m.csv'),
    sampleOf('hours of XAUUSD', '60', 'xauusd_1h.csv'),
    ...days,
  ];
}

async function bytesOf({ db }: Pick<DatabaseHandle, 'db'>): Promise<{ bytes: number; n: number }> {
  const { rows } = await sql<{ bytes: string; n: string }>`
    select sum(pg_column_size(data) + pg_column_size(row(instrument_id, resolution, is_simulated, chunk_start,
      covered_from, covered_to, bar_count, first_time, last_time, version))) as bytes,
      sum(bar_count) as n from bar_chunks`.execute(db);
  return { bytes: Number(rows[0]?.bytes), n: Number(rows[0]?.n) };
}

/** The stored bytes per bar of each data set: packed rows with their keys, without pages. */
export async function storedBytesFigures(
  { db }: Pick<DatabaseHandle, 'db'>,
  instrument: Instrument,
): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const { name, resolution, bars } of realDataSets()) {
    await sql`truncate bar_series cascade`.execute(db);
    const coveredFromMs = bars[0]?.time ?? 0;
    const coveredToMs = (bars.at(-1)?.time ?? 0) + DAY_MS;
    const clock = heldClock(() => coveredToMs + DAY_MS);
    const store = createWritableBars({ db, feeds: createTestFeeds(), clock, log: silentLog });
    await store.write({ instrument, resolution, bars, coveredFromMs, coveredToMs });
    const { bytes, n } = await bytesOf({ db });
    const detail = `${n} bars`;
    const what = `bytes a stored bar, ${name}`;
    figures.push({ what, value: bytes / n, unit: 'B', bar: { atMost: 10 }, detail });
  }
  return figures;
}
