import type { Feed, FeedInstrument, LiveHandlers, LiveSource } from '../feed.ts';
import { createHealthMonitor } from '../health.ts';
import { type CallLimit, limitsOf, namedLimit } from '../http/admission.ts';
import { createHttpClient } from '../http/http-client.ts';
import { batchesOf, pollQuotes, type QuoteCall } from '../live/poll-quotes.ts';
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
  {
    environment,
    client,
    limit,
  }: { environment: FeedEnvironment; client: BvgClient; limit: CallLimit },
  handlers: LiveHandlers,
): LiveSource {
  const callFor =
    (batch: readonly string[]): QuoteCall =>
    async (signal) =>
      (await client.quotes(batch, { signal, limit: 'quotes' })).map(polledQuoteOf);
  const roundOf = (codes: readonly string[]) => batchesOf(codes).map(callFor);
  return pollQuotes({ environment, limit, roundOf }, handlers);
}

/** BVG: Safex futures, spreads and splits; live prices by polling quotes. Its interface is assumed. */
export function createBvgFeed(settings: FeedSettings, environment: FeedEnvironment): Feed {
  const limits = limitsOf(settings, BVG_LIMITS, { isPolled: true });
  const http = createHttpClient(environment, {
    exchange: 'BVG',
    baseUrl: settings.restUrl,
    headers: settings.apiKey ? { [BVG_KEY_HEADER]: settings.apiKey } : {},
    limits,
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
    live: (handlers) =>
      createBvgLive({ environment, client, limit: namedLimit(limits, 'quotes') }, handlers),
    clockLeadMs: http.clockLeadMs,
    health: monitor.health,
    onHealthChange: monitor.onHealthChange,
  };
}
