import { createMarket } from '../market/market.ts';
import type { Provider, ProviderContext } from '../server/provider.ts';
import { json } from '../server/provider.ts';
import { directoryHandlers, marketHoursHandlers } from './directory.ts';
import { fmpInstruments } from './listings.ts';
import { historyHandlers, quoteHandlers } from './prices.ts';
import { createSelection, fmpFault, INVALID_KEY, LEGACY_ENDPOINT } from './requests.ts';

/** The only accepted key. */
const FMP_KEY = 'simulated-fmp-key';

/** FMP's stable REST API, by its documentation and recorded responses. */
export function createFmpProvider(context: ProviderContext): Provider {
  const market = createMarket(context);
  const instruments = fmpInstruments(context.anchorMs);
  const selection = createSelection(instruments);
  const handlers = {
    ...directoryHandlers([...instruments.values()], selection),
    ...historyHandlers(market, selection),
    ...quoteHandlers(market, selection),
    ...marketHoursHandlers(market),
  };
  return {
    exchange: 'FMP',
    restPath: '/stable',
    apiKey: FMP_KEY,
    routes: Object.entries(handlers).map(([path, handle]) => ({ path: `/stable/${path}`, handle })),
    guard: ({ path, query, headers }) => {
      if (path.startsWith('/api/v3/') || path.startsWith('/api/v4/')) return LEGACY_ENDPOINT;
      return (query.apikey ?? headers.apikey) === FMP_KEY ? null : INVALID_KEY;
    },
    notFound: () => json({ 'Error Message': 'Not Found' }, 404),
    faultAnswer: fmpFault,
    limits: [{ path: /./, requests: 300, periodMs: 60_000, blockMs: 0 }],
    stream: null,
  };
}
