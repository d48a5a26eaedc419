import { resolutionMs } from '@moneytrail/calendar';
import type { Bar } from '@moneytrail/contract';
import type { Feed, FeedInstrument, HistoryRequest, LiveHandlers, LiveSource } from '../feed.ts';
import { createHealthMonitor } from '../health.ts';
import { normaliseBars } from '../history/normalise-bars.ts';
import { readPages, timeWindows } from '../history/pages.ts';
import { type CallLimit, limitsOf, namedLimit } from '../http/admission.ts';
import { parseRows } from '../http/answer.ts';
import { type CallContext, createHttpClient, type HttpClient } from '../http/http-client.ts';
import { batchesOf, pollQuotes, type QuoteCall } from '../live/poll-quotes.ts';
import type { FeedEnvironment, FeedSettings } from '../settings.ts';
import { keepForAnHour, searchList } from '../symbol-list.ts';
import {
  BVG_GROUPS,
  BVG_KEY_HEADER,
  BVG_LIMITS,
  BVG_PAGE_ROWS,
  BVG_PATHS,
  BVG_RESOLUTIONS,
  type BvgBar,
  type BvgContract,
  type BvgGroup,
  type BvgQuote,
  barOfBvg,
  bvgBar,
  bvgContract,
  bvgQuote,
  classifyBvgAnswer,
  epochSeconds,
  instrumentOfContract,
  polledQuoteOf,
} from './assumed-contract.ts';

const GROUPS = Object.keys(BVG_GROUPS).filter((name): name is BvgGroup => name in BVG_GROUPS);

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
  const client = createClient(environment, http);
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
    history: (request, signal) => readHistory({ environment, client, pageRows }, request, signal),
    live: (handlers) =>
      createLive({ environment, client, limit: namedLimit(limits, 'quotes') }, handlers),
    clockLeadMs: http.clockLeadMs,
    health: monitor.health,
    onHealthChange: monitor.onHealthChange,
  };
}

type BvgClient = ReturnType<typeof createClient>;

/** BVG's assumed endpoints, one method each. @see ./assumed-contract.ts */
function createClient(environment: FeedEnvironment, http: HttpClient) {
  return {
    contracts: (group: BvgGroup, context: CallContext): Promise<BvgContract[]> =>
      http.get(
        { ...context, kind: 'history', path: BVG_PATHS.contracts, query: { group } },
        (body) => parseRows(environment, bvgContract, body, `BVG contracts ${group}`),
      ),
    bars: (
      query: { contract: string; resolution: string; fromMs: number; toMs: number },
      context: CallContext,
    ): Promise<BvgBar[]> => {
      const { contract, resolution, fromMs, toMs } = query;
      return http.get(
        {
          ...context,
          kind: 'history',
          path: BVG_PATHS.bars,
          query: { contract, resolution, from: epochSeconds(fromMs), to: epochSeconds(toMs) },
        },
        (body) => parseRows(environment, bvgBar, body, `BVG bars ${contract}`),
      );
    },
    quotes: (contracts: readonly string[], context: CallContext): Promise<BvgQuote[]> =>
      http.get(
        {
          ...context,
          kind: 'quote',
          path: BVG_PATHS.quotes,
          query: { contracts: contracts.join(',') },
        },
        (body) => parseRows(environment, bvgQuote, body, 'BVG quotes'),
      ),
  };
}

/** All bars of a contract, page by page; the forming one may be last. */
async function readHistory(
  deps: { environment: FeedEnvironment; client: BvgClient; pageRows: number },
  { instrument, resolution, fromMs, toMs, priority = 'reader' }: HistoryRequest,
  signal: AbortSignal | undefined,
): Promise<Bar[]> {
  const { environment, client, pageRows } = deps;
  const stepMs = resolutionMs(resolution);
  const endMs = Math.min(toMs, environment.now() + resolutionMs('1D'));
  const pages = timeWindows({ fromMs, toMs: endMs }, pageRows * stepMs);
  const rows = await readPages(pages, signal, (page, ends) =>
    client.bars(
      { contract: instrument.code, resolution: BVG_RESOLUTIONS[resolution], ...page },
      { instrument: instrument.code, priority, signal: ends },
    ),
  );
  const bars = rows.map((row) => barOfBvg(resolution, row));
  const subject = `BVG ${instrument.code} ${resolution}`;
  return normaliseBars(environment, { subject, bars, fromMs, toMs });
}

function createLive(
  deps: { environment: FeedEnvironment; client: BvgClient; limit: CallLimit },
  handlers: LiveHandlers,
): LiveSource {
  const { environment, client, limit } = deps;
  const callFor =
    (batch: readonly string[]): QuoteCall =>
    async (signal) =>
      (await client.quotes(batch, { signal, limit: 'quotes' })).map(polledQuoteOf);
  const roundOf = (codes: readonly string[]) => batchesOf(codes).map(callFor);
  return pollQuotes({ environment, limit, roundOf }, handlers);
}
