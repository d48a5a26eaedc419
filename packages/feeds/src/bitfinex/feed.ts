import type { Feed } from '../feed.ts';
import { createHealthMonitor } from '../health.ts';
import { limitsOf } from '../http/admission.ts';
import { createHttpClient } from '../http/http-client.ts';
import type { FeedEnvironment, FeedSettings } from '../settings.ts';
import { searchList } from '../symbol-list.ts';
import { classifyBitfinexAnswer } from './classify-answer.ts';
import { createBitfinexClient } from './client.ts';
import { BITFINEX_LIMITS, BITFINEX_PAGE_ROWS } from './constants.ts';
import { readBitfinexHistory } from './history.ts';
import { createBitfinexInstruments } from './instruments.ts';
import { createBitfinexLive } from './live.ts';

/** Bitfinex: public REST for pairs and candles, its WebSocket for live prices. Needs no key. */
export function createBitfinexFeed(settings: FeedSettings, environment: FeedEnvironment): Feed {
  const http = createHttpClient(environment, {
    exchange: 'Bitfinex',
    baseUrl: settings.restUrl,
    headers: {},
    limits: limitsOf(settings, BITFINEX_LIMITS),
    classify: classifyBitfinexAnswer,
    admission: settings.admission,
    secret: settings.apiKey,
  });
  const client = createBitfinexClient(environment, http);
  const instruments = createBitfinexInstruments(environment, client);
  const monitor = createHealthMonitor(environment, http, client.platformStatus);
  const pageRows = settings.pageRows ?? BITFINEX_PAGE_ROWS;

  return {
    exchange: 'Bitfinex',
    isSimulated: settings.isSimulated,
    list: instruments.list,
    search: async (query, signal) => searchList(await instruments.list(signal), query),
    history: async (request, signal) => {
      const symbol = await instruments.symbolOf(request.instrument.code, signal);
      return readBitfinexHistory({ environment, client, pageRows }, request, symbol, signal);
    },
    live: (handlers) =>
      createBitfinexLive(
        {
          environment,
          streamUrl: settings.streamUrl,
          symbolOf: instruments.symbolOf,
          onStream: monitor.setStream,
        },
        handlers,
      ),
    clockLeadMs: http.clockLeadMs,
    health: monitor.health,
    onHealthChange: monitor.onHealthChange,
  };
}
