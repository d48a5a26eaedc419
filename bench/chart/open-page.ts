import { type Browser, type CDPSession, chromium, type Page } from 'playwright-core';
import { build } from 'vite';

const ORIGIN = 'http://bench.test';
const TYPES: Record<string, string> = { html: 'text/html', js: 'text/javascript', css: 'text/css' };
export const SIZE = { width: 1_280, height: 720 };

let files: Map<string, string | Uint8Array> | null = null;

async function bundle(): Promise<Map<string, string | Uint8Array>> {
  const result = await build({
    root: import.meta.dirname,
    configFile: false,
    logLevel: 'error',
    build: { write: false, modulePreload: false },
  });
  const outputs = [result].flat().flatMap((one) => ('output' in one ? one.output : []));
  return new Map(
    outputs.map((file) => [file.fileName, file.type === 'asset' ? file.source : file.code]),
  );
}

/** Starts the browser without a frame limit: a frame's own time counts, not the screen's. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.MONEYTRAIL_CHROMIUM ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--no-first-run',
      '--disable-frame-rate-limit',
      '--disable-gpu-vsync',
    ],
  });
}

/** A page with the benchmark. `mainThreadMs` is the processor time of its main thread so far. */
export type BenchPage = {
  page: Page;
  mainThreadMs: () => Promise<number>;
  close: () => Promise<void>;
};

async function taskMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  const seconds = metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
  return seconds * 1_000;
}

/** Opens a new page, served from memory. */
export async function openBenchPage(browser: Browser): Promise<BenchPage> {
  files ??= await bundle();
  const served = files;
  const context = await browser.newContext({ viewport: SIZE });
  const page = await context.newPage();
  page.on('pageerror', (error) => {
    throw error;
  });
  await page.route(`${ORIGIN}/**`, async (route) => {
    const name = new URL(route.request().url()).pathname.slice(1) || 'index.html';
    const body = served.get(name);
    if (body === undefined) return route.fulfill({ status: 204, body: '' });
    const contentType = TYPES[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
    return route.fulfill({ contentType, body: Buffer.from(body) });
  });
  await page.goto(`${ORIGIN}/`);
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return { page, mainThreadMs: () => taskMs(session), close: () => context.close() };
}
