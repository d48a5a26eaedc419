import type { Feed } from '../feed.ts';
import { createHealthMonitor } from '../health.ts';
import { limitsOf, namedLimit } from '../http/admission.ts';
import { createHttpClient } from '../http/http-client.ts';
import type { FeedEnvironment, FeedSettings } from '../settings.ts';
import { classifyFmpAnswer } from './classify-answer.ts';
import { createFmpClient } from './client.ts';
import { FMP_DAILY_ROWS, FMP_LIMITS } from './constants.ts';
import { readFmpHistory } from './history.ts';
import { listFmpInstruments, searchFmpInstruments } from './instruments.ts';
import { createFmpLive } from './live.ts';

/** Answers quickly and is in every plan. */
const PROBE_SYMBOL = 'AAPL';

/** Financial Modeling Prep: stable REST interface; live prices by polling quotes. */
export function createFmpFeed(settings: FeedSettings, environment: FeedEnvironment): Feed {
  const limits = limitsOf(settings, FMP_LIMITS, { isPolled: true });
  const http = createHttpClient(environment, {
    exchange: 'FMP',
    baseUrl: settings.restUrl,
    headers: settings.apiKey ? { apikey: settings.apiKey } : {},
    limits,
    classify: classifyFmpAnswer,
    admission: settings.admission,
    secret: settings.apiKey,
  });
  const client = createFmpClient(environment, http);
  const monitor = createHealthMonitor(environment, http, () =>
    client.quote(PROBE_SYMBOL, { isHealthCheck: true }),
  );
  const historyDeps = {
    environment,
    client,
    withoutQuarterHours: new Set<string>(),
    dailyRows: settings.pageRows ?? FMP_DAILY_ROWS,
  };

  return {
    exchange: 'FMP',
    isSimulated: settings.isSimulated,
    list: (signal) => listFmpInstruments({ environment, client }, signal),
    search: (query, signal) => searchFmpInstruments({ environment, client }, query, signal),
    history: (request, signal) => readFmpHistory(historyDeps, request, signal),
    live: (handlers) =>
      createFmpLive({ environment, client, limit: namedLimit(limits, 'quotes') }, handlers),
    clockLeadMs: http.clockLeadMs,
    health: monitor.health,
    onHealthChange: monitor.onHealthChange,
  };
}
