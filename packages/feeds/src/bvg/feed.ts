import type { Feed, FeedInstrument, LiveHandlers, LiveSource } from '../feed.ts';
import { createHealthMonitor } from '../health.ts';
import { limitsOf } from '../http/admission.ts';
import { createHttpClient } from '../http/http-client.ts';
import { pollQuotes } from '../live/poll-quotes.ts';
import type { FeedEnvironment, FeedSettings } from '../settings.ts';
import { keepForAnHour, searchList } from '../symbol-list.ts';
import {
  BVG_GROUPS,
  BVG_KEY_HEADER,
  BVG_LIMITS,
  BVG_PAGE_ROWS,
  type BvgGroup,
  classifyBvgAnswer,
  instrumentOfContract,
  polledQuoteOf,
} from './assumed-contract.ts';
import { type BvgClient, createBvgClient } from './client.ts';
import { readBvgHistory } from './history.ts';

const GROUPS = Object.keys(BVG_GROUPS).filter((name): name is BvgGroup => name in BVG_GROUPS);

/** Follows BVG's quotes. */
function createBvgLive(
  { environment, client }: { environment: FeedEnvironment; client: BvgClient },
  handlers: LiveHandlers,
): LiveSource {
  const readQuotes = async (codes: readonly string[], signal: AbortSignal) =>
    (await client.quotes(codes, { signal, limit: 'quotes' })).map(polledQuoteOf);
  return pollQuotes({ environment, readQuotes }, handlers);
}

/** BVG: Safex futures, spreads and splits; live prices by polling quotes. Its interface is assumed. */
export function createBvgFeed(settings: FeedSettings, environment: FeedEnvironment): Feed {
  const http = createHttpClient(environment, {
    exchange: 'BVG',
    baseUrl: settings.restUrl,
    headers: settings.apiKey ? { [BVG_KEY_HEADER]: settings.apiKey } : {},
    limits: limitsOf(settings, BVG_LIMITS, { isPolled: true }),
    classify: classifyBvgAnswer,
    admission: settings.admission,
    secret: settings.apiKey,
  });
  const client = createBvgClient(environment, http);
  const monitor = createHealthMonitor(environment, http, () =>
    client.contracts('splits', { isHealthCheck: true }),
  );
  const pageRows = settings.pageRows ?? BVG_PAGE_ROWS;
  const list = keepForAnHour(environment, async (): Promise<FeedInstrument[]> => {
    const groups = await Promise.all(GROUPS.map((group) => client.contracts(group, {})));
    return groups.flat().map(instrumentOfContract);
  });

  return {
    exchange: 'BVG',
    isSimulated: settings.isSimulated,
    list,
    search: async (query, signal) => searchList(await list(signal), query),
    history: (request, signal) =>
      readBvgHistory({ environment, client, pageRows }, request, signal),
    live: (handlers) => createBvgLive({ environment, client }, handlers),
    clockLeadMs: http.clockLeadMs,
    health: monitor.health,
    onHealthChange: monitor.onHealthChange,
  };
}
