import type { StoredResolution } from '@moneytrail/calendar';
import type { Bar, ExchangeName } from '@moneytrail/contract';
import type { Feed, HistoryRequest } from '@moneytrail/feeds';

/** A feed whose history and failures a test controls. */
export type TestFeed = Pick<Feed, 'history' | 'clockLeadMs'> & {
  isSimulated: boolean;
  set: (code: string, resolution: StoredResolution, bars: readonly Bar[]) => void;
  /** While set, every question fails with this. */
  failure: Error | null;
  requests: HistoryRequest[];
  /** The signals of the questions. */
  signals: AbortSignal[];
  /** While set, every question is answered after this. */
  wait: Promise<unknown> | null;
};

function createTestFeed(): TestFeed {
  const stored = new Map<string, readonly Bar[]>();
  const feed: TestFeed = {
    isSimulated: true,
    clockLeadMs: () => 0,
    failure: null,
    requests: [],
    signals: [],
    wait: null,
    set: (code, resolution, bars) => stored.set(`${code} ${resolution}`, bars),
    history: async (request, signal) => {
      feed.requests.push(request);
      if (signal) feed.signals.push(signal);
      if (feed.wait) await feed.wait;
      if (feed.failure) throw feed.failure;
      const bars = stored.get(`${request.instrument.code} ${request.resolution}`) ?? [];
      return bars.filter(({ time }) => time >= request.fromMs && time < request.toMs);
    },
  };
  return feed;
}

export function createTestFeeds(): Record<ExchangeName, TestFeed> {
  return {
    BVG: createTestFeed(),
    FMP: createTestFeed(),
    Bitfinex: createTestFeed(),
    Tiingo: createTestFeed(),
    Imported: { ...createTestFeed(), isSimulated: false },
  };
}
