import { fileURLToPath } from 'node:url';
import { type Browser, type CDPSession, chromium, type Page } from 'playwright-core';
import { build } from 'vite';
import { expect, onTestFailed, onTestFinished } from 'vitest';
import { BROWSER_ARGUMENTS } from '../../../../tools/browser-arguments.ts';
import type { Harness } from './main.ts';

const ROOT = fileURLToPath(new URL('.', import.meta.url));
const ORIGIN = 'http://chart.test';
const TYPES: Record<string, string> = { html: 'text/html', js: 'text/javascript', css: 'text/css' };

/** A page with the harness, and its errors and warnings during the current test. */
type HarnessPage = { page: Page; touch: CDPSession; errors: string[] };

type Size = { width?: number; height?: number };

async function bundle(): Promise<Map<string, string | Uint8Array>> {
  const result = await build({
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    build: { write: false, minify: false, modulePreload: false },
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

/** `scale` is the device pixel ratio of the screen. */
function launch(scale: number): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.MONEYTRAIL_CHROMIUM ?? '/usr/bin/chromium',
    args: [...BROWSER_ARGUMENTS, `--force-device-scale-factor=${scale}`],
  });
}

let bundled: ReturnType<typeof bundle> | undefined;
let started: Promise<Browser> | undefined;
const kept = new Map<'mouse' | 'finger', Promise<HarnessPage>>();

/** The page of the current test, and its touch input. */
export let page: Page;
export let touch: CDPSession;

/** Serves the harness from memory. */
async function openPage(
  browser: Browser,
  options: Parameters<Browser['newContext']>[0],
): Promise<HarnessPage> {
  bundled ??= bundle();
  const served = await bundled;
  const context = await browser.newContext(options);
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
  return { page, touch: await context.newCDPSession(page), errors };
}

function use(opened: HarnessPage): void {
  ({ page, touch } = opened);
  onTestFinished(() => expect(opened.errors).toEqual([]));
}

/**
 * Sets `page` to an empty page with the harness; its errors and warnings fail the test. All files of a process share a
 * browser, which ends with the process, with one page for the mouse and one for fingers; each test resets its page. The
 * page of a failed test is closed, as its keys and buttons may still be pressed.
 */
export async function openHarness({
  width = 1200,
  height = 800,
  hasTouch = false,
}: Size & { hasTouch?: boolean } = {}): Promise<void> {
  started ??= launch(1);
  const browser = await started;
  const kind = hasTouch ? 'finger' : 'mouse';
  const opening = kept.get(kind) ?? openPage(browser, { hasTouch });
  kept.set(kind, opening);
  const opened = await opening;
  onTestFailed(async () => {
    if (kept.get(kind) === opening) kept.delete(kind);
    await opened.page.context().close();
  });
  use(opened);
  const size = page.viewportSize();
  await page.evaluate(() => window.harness.reset());
  if (size?.width !== width || size.height !== height)
    await page.setViewportSize({ width, height });
  // Out of the page, so that the mouse does not point at the next chart.
  await page.mouse.move(-1, -1);
  opened.errors.length = 0;
}

/** Sets `page` to one at another device pixel ratio, in a browser that ends with the test. */
export async function openOnScreen(scale: number): Promise<void> {
  const browser = await launch(scale);
  onTestFinished(() => browser.close());
  use(await openPage(browser, { viewport: null }));
}

/** Runs an action inside the page and waits until its charts are drawn. */
export async function act(action: () => unknown): Promise<void> {
  await page.evaluate(action);
  await page.evaluate(() => window.harness.atRest());
}
