import { MINUTE_MS } from '@moneytrail/calendar';
import type { Bar } from '@moneytrail/contract';
import { pino } from 'pino';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createCheckedBus } from '../../bus/testing/checked-bus.ts';
import { openTestDatabase, USUAL_KINDS } from '../../db/testing/test-database.ts';
import { createSteadyClock } from '../../steady-clock.ts';
import { createBars, readStoredBars } from '../bars/index.ts';
import { createCatalogue } from '../catalogue/index.ts';
import { FeedIngest } from './ingest.ts';
import { register, releaseGroups, takeGroups } from './lease-store.ts';
import { eventually } from './testing/eventually.ts';
import { createScriptedFeeds } from './testing/scripted-feed.ts';
import { LIVE_TIMING } from './timing.ts';

const log = pino({ level: 'silent' });
const clock = createSteadyClock({ now: Date.now });
const STARTED_MS = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS - 10 * MINUTE_MS;

function minutesAt(price: number): Bar[] {
  const prices = { open: price, high: price, low: price, close: price, volume: 1 };
  return [1, 2, 3].map((minute) => ({ time: STARTED_MS + minute * MINUTE_MS, ...prices }));
}

describe.each(USUAL_KINDS)('on %s', (kind) => {
  test('an owner that was paused between reading and writing writes nothing after its successor', async () => {
    const database = await openTestDatabase(kind);
    onTestFinished(database.close);
    const { db } = database;
    const catalogue = await createCatalogue({ db, clock, log });
    await catalogue.seedDemo();
    const instrument = await catalogue.resolve('FMP:BTCUSD');
    const followed = { enabled: () => [instrument] };

    /** A process that holds the lease of the feed and does not notice its loss. */
    async function own(owner: string, price: number) {
      const options = { leaseMs: 60_000, formerId: null, isAlone: false };
      await register(db, { id: owner, processId: owner }, options);
      const [tokens] = await takeGroups(db, owner, [{ exchange: 'FMP', group: 0 }], 60_000);
      if (!tokens) throw new Error(`${owner} does not own the feed`);
      const feeds = createScriptedFeeds();
      feeds.FMP.bars.set('BTCUSD 1', minutesAt(price));
      const bars = createBars({ db, feeds, clock, log });
      const ingest = new FeedIngest(
        {
          bus: createCheckedBus(),
          bars,
          catalogue: followed,
          clock,
          log,
          subscribed: { has: () => false, complete: Promise.resolve(), close: () => undefined },
          jobs: { enqueue: async () => null },
          timing: LIVE_TIMING,
        },
        feeds.FMP,
      );
      onTestFinished(() => ingest.stop());
      ingest.own({ ...tokens, isHeld: () => true, unreadMs: 0 });
      return { tokens, ingest, feed: feeds.FMP };
    }
    async function storedCloses(): Promise<number[]> {
      const key = { instrumentId: instrument.id, resolution: '1', isSimulated: true } as const;
      const span = { fromMs: STARTED_MS, toMs: Date.now() };
      const closes: number[] = [];
      const { pieces } = await readStoredBars(db, { ...key, ...span });
      for await (const piece of pieces) closes.push(...piece.close.subarray(0, piece.length));
      return closes;
    }

    const old = await own('old', 1);
    let resume = () => {};
    const pause = new Promise<void>((resolve) => {
      resume = resolve;
    });
    const { history } = old.feed;
    old.feed.history = async (request) => {
      const answer = await history(request);
      if (request.resolution === '1') await pause;
      return answer;
    };
    old.feed.reconnect(STARTED_MS);
    await eventually(() =>
      expect(old.feed.requests.map(({ resolution }) => resolution)).toContain('1'),
    );

    await releaseGroups(db, 'old', [old.tokens]);
    const successor = await own('successor', 2);
    successor.feed.reconnect(STARTED_MS);
    await eventually(async () => expect(await storedCloses()).toEqual([2, 2, 2]));

    resume();
    await old.ingest.stop();
    expect(await storedCloses()).toEqual([2, 2, 2]);
  });
});
