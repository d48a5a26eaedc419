import { byExchange, type ExchangeName } from '@moneytrail/contract';
import type { Feed } from '@moneytrail/feeds';
import type { ReaderDeps } from './feed-reader.ts';

type Feeds = ReaderDeps['feeds'];

/** The same feeds for work that nobody waits for: its questions wait for those of readers, and end with it. */
export function inBackground(feeds: Feeds, ends: AbortSignal): Feeds {
  const background = (
    exchange: ExchangeName,
  ): Pick<Feed, 'history' | 'isSimulated' | 'clockLeadMs'> => {
    const feed = feeds[exchange];
    return {
      isSimulated: feed.isSimulated,
      clockLeadMs: feed.clockLeadMs,
      history: (request, signal) =>
        feed.history(
          { ...request, priority: 'background' },
          signal ? AbortSignal.any([signal, ends]) : ends,
        ),
    };
  };
  return byExchange(background);
}
