import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { build } from 'vite';
import type { Harness } from './main.ts';

const ROOT = fileURLToPath(new URL('.', import.meta.url));
const ORIGIN = 'http://chart.test';
const TYPES: Record<string, string> = { html: 'text/html', js: 'text/javascript', css: 'text/css' };

let files: Map<string, string | Uint8Array> | null = null;

async function bundle(): Promise<Map<string, string | Uint8Array>> {
  const result = await build({
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    build: { write: false, minify: true, modulePreload: false },
  });
  const outputs = [result].flat();
  return new Map(
    outputs.flatMap((one) => {
      if (!('output' in one)) return [];
      return one.output.map((file) => {
        return [file.fileName, file.type === 'asset' ? file.source : file.code] as const;
      });
    }),
  );
}

/** Starts the browser the tests drive; `scale` is the ratio of its screen, which every layer is really drawn at. */
export function launchBrowser(scale = 1): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.MONEYTRAIL_CHROMIUM ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--no-first-run',
      `--force-device-scale-factor=${scale}`,
    ],
  });
}

/** A page with the harness in it, served from memory, and the errors it wrote. */
export async function openHarness(
  browser: Browser,
  options: {
    width?: number;
    height?: number;
    hasTouch?: boolean;
    /** Pretended by the page alone; null for that of the screen. */
    scale?: number | null;
  } = {},
): Promise<{ page: Page; errors: string[] }> {
  files ??= await bundle();
  const served = files;
  const { width = 1200, height = 800, hasTouch = false, scale = 1 } = options;
  const context = await browser.newContext({
    hasTouch,
    ...(scale === null
      ? { viewport: null }
      : { viewport: { width, height }, deviceScaleFactor: scale }),
  });
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') errors.push(message.text());
  });
  await page.route(`${ORIGIN}/**`, async (route) => {
    const name = new URL(route.request().url()).pathname.slice(1) || 'index.html';
    const body = served.get(name);
    if (body === undefined) return route.fulfill({ status: 204, body: '' });
    const contentType = TYPES[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
    return route.fulfill({ contentType, body: Buffer.from(body) });
  });
  await page.goto(`${ORIGIN}/`);
  await page.waitForFunction(() => (window as { harness?: Harness }).harness !== undefined);
  return { page, errors };
}
