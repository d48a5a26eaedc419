import { resolve } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { type Figure, median, report } from './figure.ts';
import { endProduct, forkProduct, messageOf } from './product-process.ts';

const DIST = resolve(import.meta.dirname, '../apps/web/dist');
const ROUNDS = 5;
const PATHS = ['/', '/educational', '/educational/tightness', '/privacy-policy'] as const;
/** A mid-range phone on a mobile network: bytes a second, ms, CPU slow-down. */
const NETWORK = { downloadThroughput: 204_800, uploadThroughput: 86_400, latency: 150 };
const SLOWER = 4;
/** Later paints and shifts are caused by the reader. */
const SETTLED_MS = 6_000;

type Vitals = { lcpMs: number; cls: number };

/** Records the largest paint and every layout shift from the start. */
function watchVitals(): void {
  const vitals: Vitals = { lcpMs: 0, cls: 0 };
  Object.assign(window, { vitals });
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) vitals.lcpMs = startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      vitals.cls += (entry as PerformanceEntry & { value: number }).value;
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', { offline: false, ...NETWORK });
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
}

/** One visit with a new browser. */
async function visit(browser: Browser, address: string): Promise<Vitals> {
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
    isMobile: true,
    hasTouch: true,
  });
  const page = await context.newPage();
  await page.addInitScript(watchVitals);
  await slowDown(page);
  await page.goto(address);
  await page.waitForTimeout(SETTLED_MS);
  const vitals = await page.evaluate(() => (window as unknown as { vitals: Vitals }).vitals);
  await context.close();
  return vitals;
}

async function measure(browser: Browser, origin: string, path: string): Promise<Figure[]> {
  const visits: Vitals[] = [];
  for (let round = 0; round < ROUNDS; round += 1) visits.push(await visit(browser, origin + path));
  return [
    {
      what: `${path} largest paint on a phone`,
      value: median(visits.map(({ lcpMs }) => lcpMs)),
      unit: 'ms',
      bar: { atMost: 1_800 },
      detail: `median of ${ROUNDS} first visits, processor ${SLOWER} times slower, 1.6 Mbit/s, 150 ms`,
    },
    {
      what: `${path} moves of what stands on the page`,
      value: Math.max(...visits.map(({ cls }) => cls)),
      unit: 'ratio',
      bar: { atMost: 0.02 },
      detail: 'the worst visit',
    },
  ];
}

const server = forkProduct(resolve(import.meta.dirname, 'page/server-process.ts'), {
  args: [DIST],
});
try {
  const { port } = await messageOf(server);
  const executablePath = process.env.MONEYTRAIL_CHROMIUM ?? '/usr/bin/chromium';
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  for (const path of PATHS) report(await measure(browser, `http://localhost:${port}`, path));
  await browser.close();
} finally {
  await endProduct(server);
}
