import type { FeedExchange } from '@moneytrail/contract';
import { createBitfinexFeed } from './bitfinex/rest.ts';
import { createBvgFeed } from './bvg/rest.ts';
import type { Feed } from './feed.ts';
import { createFmpFeed } from './fmp/rest.ts';
import type { FeedEnvironment, FeedSettings } from './settings.ts';
import { createTiingoFeed } from './tiingo/rest.ts';

type CreateFeed = (settings: FeedSettings, environment: FeedEnvironment) => Feed;

const FEEDS: Record<FeedExchange, CreateFeed> = {
  BVG: createBvgFeed,
  FMP: createFmpFeed,
  Bitfinex: createBitfinexFeed,
  Tiingo: createTiingoFeed,
};

/** The feed of an exchange. */
export function createFeed(
  exchange: FeedExchange,
  settings: FeedSettings,
  environment: FeedEnvironment,
): Feed {
  return FEEDS[exchange](settings, environment);
}
