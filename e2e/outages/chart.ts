import type { BrowserContext, CDPSession, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import type { FeedExchange } from '../../packages/contract/src/index.ts';
import type { InstrumentRef } from '../../packages/feeds/src/index.ts';
import { type Bars, drawnBars, type Instrument } from './bars.ts';

/** A new server reads its first bars at the rate its vendors allow. */
const OPENING_MS = 240_000;
const BANNER = /^No connection to the server, last update|^You are offline\./;

/** The pair that every vendor lists and whose market never closes. */
const PAIR: InstrumentRef = { code: 'BTCUSD', type: 'crypto', marketHours: 'crypto' };

/** A tab with the chart of one instrument and the last state of its stream. */
export type ChartTab = {
  instrument: Instrument;
  page: Page;
  /** The time of the newest price that reached the page. */
  newestTickMs: () => number;
  /** The status beside the price: `live`, `polling`, `late`, `offline`. */
  status: () => Promise<string>;
  hasBanner: () => Promise<boolean>;
  bars: () => Promise<Bars>;
  /** Freezes or resumes the tab, as a browser does with a background tab. */
  freeze: (isFrozen: boolean) => Promise<void>;
};

/** The time of the price in a stream message; 0 for other messages. */
function tickMsOf(payload: string | Buffer): number {
  const message: unknown = JSON.parse(String(payload));
  if (typeof message !== 'object' || message === null || !('quote' in message)) return 0;
  const { quote } = message;
  const hasTime = typeof quote === 'object' && quote !== null && 'timeMs' in quote;
  return hasTime ? Number(quote.timeMs) : 0;
}

/** Opens a tab with one-minute bars and waits until it is live. */
export async function openChartTab(
  context: BrowserContext,
  origin: string,
  exchange: FeedExchange,
): Promise<ChartTab> {
  const page = await context.newPage();
  const session: CDPSession = await context.newCDPSession(page);
  let newestTickMs = 0;
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      newestTickMs = Math.max(newestTickMs, tickMsOf(payload));
    }),
  );
  const symbol = encodeURIComponent(`${exchange}:${PAIR.code}`);
  await page.goto(`${origin}/dashboard/live-chart?symbol=${symbol}&resolution=1`, {
    timeout: OPENING_MS,
  });
  await expect(page.getByText(/^Last closed bar/)).toBeAttached({ timeout: OPENING_MS });
  const status = page.locator('[data-status]').first();
  await expect(status).toHaveAttribute('data-status', 'live', { timeout: OPENING_MS });
  return {
    instrument: { exchange, ...PAIR },
    page,
    newestTickMs: () => newestTickMs,
    status: async () => (await status.getAttribute('data-status', { timeout: 5_000 })) ?? '',
    hasBanner: async () => (await page.getByText(BANNER).count()) > 0,
    bars: () => drawnBars(page),
    async freeze(isFrozen) {
      const state = isFrozen ? 'frozen' : 'active';
      await session.send('Page.setWebLifecycleState', { state });
    },
  };
}
