import type { MarketHoursId } from '@moneytrail/calendar';
import type { DatabaseHandle } from '../../../db/index.ts';
import { silentLog } from '../../../db/testing/test-database.ts';
import { heldClock } from '../../../steady-clock.ts';
import { createCatalogue, type Instrument, insertInstruments } from '../../catalogue/index.ts';
import { createTestFeeds, type TestFeed } from './test-feeds.ts';
import { createWritableBars, type WritableBars } from './writable-bars.ts';

/** The bars of a process on a test database, with a clock and a feed that the test controls. */
export type BarWorld = {
  nowMs: number;
  instrument: Instrument;
  feed: TestFeed;
  bars: WritableBars;
  /** The same database in a process that has just started. */
  restart: () => void;
};

let worlds = 0;

/** A new FMP instrument with nothing stored, at a moment. */
export async function createBarWorld(
  { db }: Pick<DatabaseHandle, 'db'>,
  options: { nowMs: number; hours?: MarketHoursId; startDate?: string; endDate?: string },
): Promise<BarWorld> {
  const code = `TEST${worlds++}`;
  const { nowMs, hours = 'crypto', ...life } = options;
  await insertInstruments(db, [
    {
      exchange: 'FMP',
      code,
      description: code,
      listedExchange: { name: 'Test', value: 'TEST' },
      type: 'crypto',
      marketHours: hours,
      ...life,
    },
  ]);
  const clock = heldClock(() => world.nowMs);
  const feeds = createTestFeeds();
  const catalogue = await createCatalogue({ db, clock: { now: () => nowMs }, log: silentLog });
  const create = () => createWritableBars({ db, feeds, clock, log: silentLog });
  const world: BarWorld = {
    nowMs,
    instrument: await catalogue.resolve(`FMP:${code}`),
    feed: feeds.FMP,
    bars: create(),
    restart: () => {
      world.bars = create();
    },
  };
  return world;
}
