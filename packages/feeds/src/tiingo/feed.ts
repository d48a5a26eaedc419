import type { Feed } from '../feed.ts';
import { createHealthMonitor } from '../health.ts';
import { limitsOf } from '../http/admission.ts';
import { createHttpClient } from '../http/http-client.ts';
import type { FeedEnvironment, FeedSettings } from '../settings.ts';
import { classifyTiingoAnswer } from './classify-answer.ts';
import { createTiingoClient } from './client.ts';
import { TIINGO_LIMITS, TIINGO_PAGE_ROWS } from './constants.ts';
import { readTiingoHistory } from './history.ts';
import { createTiingoInstruments } from './instruments.ts';
import { createTiingoLive } from './live.ts';

/** Tiingo: shares from IEX, cryptocurrencies and currency pairs, by REST and by its three WebSockets. */
export function createTiingoFeed(settings: FeedSettings, environment: FeedEnvironment): Feed {
  const token = settings.apiKey ?? '';
  const http = createHttpClient(environment, {
    exchange: 'Tiingo',
    baseUrl: settings.restUrl,
    headers: { authorization: `Token ${token}` },
    limits: limitsOf(settings, TIINGO_LIMITS),
    classify: classifyTiingoAnswer,
    admission: settings.admission,
    secret: settings.apiKey,
  });
  const client = createTiingoClient(environment, http);
  const instruments = createTiingoInstruments(environment, client);
  const monitor = createHealthMonitor(environment, http, client.test);
  const pageRows = settings.pageRows ?? TIINGO_PAGE_ROWS;

  return {
    exchange: 'Tiingo',
    isSimulated: settings.isSimulated,
    list: instruments.list,
    search: instruments.search,
    history: (request, signal) =>
      readTiingoHistory({ environment, client, pageRows }, request, signal),
    live: (handlers) =>
      createTiingoLive(
        { environment, streamUrl: settings.streamUrl, token, onStream: monitor.setStream },
        handlers,
      ),
    clockLeadMs: http.clockLeadMs,
    health: monitor.health,
    onHealthChange: monitor.onHealthChange,
  };
}
