import type { ExchangeName } from '@moneytrail/contract';
import { createBitfinexFeed } from './bitfinex/feed.ts';
import { createBvgFeed } from './bvg/feed.ts';
import type { Feed } from './feed.ts';
import { createFmpFeed } from './fmp/feed.ts';
import type { FeedEnvironment, FeedSettings } from './settings.ts';
import { createTiingoFeed } from './tiingo/feed.ts';

const FEEDS: Record<ExchangeName, (settings: FeedSettings, environment: FeedEnvironment) => Feed> =
  {
    BVG: createBvgFeed,
    FMP: createFmpFeed,
    Bitfinex: createBitfinexFeed,
    Tiingo: createTiingoFeed,
  };

/** The feed of an exchange, behind the one face that the server knows. */
export function createFeed(
  exchange: ExchangeName,
  settings: FeedSettings,
  environment: FeedEnvironment,
): Feed {
  return FEEDS[exchange](settings, environment);
}
