import type { ChildProcess } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { historyWindowMs } from '@moneytrail/calendar';
import { type Browser, chromium, type Page } from 'playwright-core';
import { build } from 'vite';
import type { BegunSession } from '../../apps/server/src/testing/begin-session.ts';
import { CHART } from '../../apps/web/src/ui/theme/tokens.ts';
import { endProduct, forkProduct, messageOf } from '../product-process.ts';
import type { BenchPerson } from './server-process.ts';

/** Bundles one script of the folder `browser` for a page. */
async function bundled(name: 'bare' | 'candle-watch'): Promise<string> {
  const result = await build({
    root: import.meta.dirname,
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      lib: { entry: `browser/${name}.ts`, formats: ['iife'], name: 'bench', fileName: name },
    },
  });
  const outputs = [result].flat().flatMap((one) => ('output' in one ? one.output : []));
  const code = outputs.flatMap((file) => (file.type === 'chunk' ? [file.code] : []))[0];
  if (code === undefined) throw new Error(`${name} was not bundled.`);
  return code;
}

/** The two sides of every comparison: the drawing library on a bare page, and the product's page. */
export const SIDES = ['bare', 'product'] as const;
export type Side = (typeof SIDES)[number];

const COLOURS = {
  // The library's own colours.
  bare: ['#2DC08E', '#F92855'],
  product: [CHART.candleUp[0][0], CHART.candleDown[0][0]],
} as const;

const BARE_PAGE = `<!doctype html><meta charset="utf-8"><title>Bare chart</title>
<style>html, body { margin: 0; height: 100%; } #chart { width: 100vw; height: 100vh; }</style>
<div id="chart"></div><script src="bare.js"></script>`;

/** The first chart of a page: days of history that every page has. */
export const FIRST = { e: 'FMP', fsym: 'BTCUSD', resolution: '1D' } as const;

/** The address of a side's first chart; the bare page gets the product's first window. */
export function chartAddress(origin: string, side: Side): string {
  const { e, fsym, resolution } = FIRST;
  if (side === 'product') {
    return `${origin}/dashboard/live-chart?symbol=${e}:${fsym}&resolution=${resolution}`;
  }
  return `${origin}/bare/page.htm?e=${e}&fsym=${fsym}&windowMs=${historyWindowMs(resolution)}`;
}

function storageOf(origin: string, { accessToken, deviceId, cookie }: BegunSession) {
  const { hostname: domain } = new URL(origin);
  const kept = Object.entries({ accessToken, deviceId });
  const sameSite = 'Strict' as const;
  const rest = { path: '/', expires: -1, httpOnly: true, secure: false, sameSite };
  return {
    cookies: [{ name: 'rt', value: cookie, domain, ...rest }],
    origins: [{ origin, localStorage: kept.map(([name, value]) => ({ name, value })) }],
  };
}

function launch(): Promise<Browser> {
  const executablePath = process.env.MONEYTRAIL_CHROMIUM ?? '/usr/bin/chromium';
  const quiet = ['--disable-background-networking', '--no-first-run', '--disable-quic'];
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', ...quiet] });
}

/** Creates a folder with the built page and the bare one. */
async function layOutPages(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'moneytrail-page-web-'));
  cpSync(resolve(import.meta.dirname, '../../apps/web/dist'), folder, { recursive: true });
  mkdirSync(join(folder, 'bare'));
  writeFileSync(join(folder, 'bare/page.htm'), BARE_PAGE);
  writeFileSync(join(folder, 'bare/bare.js'), await bundled('bare'));
  return folder;
}

/** Requests a session or a new person from the server's process. */
async function ask<T extends BegunSession | BenchPerson>(
  server: ChildProcess,
  what: 'session' | 'person',
): Promise<T> {
  const answered = messageOf(server);
  server.send(what);
  return answered;
}

/**
 * Starts the whole product in its own process, a browser, and the bare page on the same server; rejects if the server
 * ends. Its files are removed on close.
 */
export async function openProduct() {
  const folder = await layOutPages();
  const watch = await bundled('candle-watch');
  const server = forkProduct(resolve(import.meta.dirname, 'server-process.ts'), { args: [folder] });
  const closers = [
    () => rmSync(folder, { recursive: true, force: true }),
    () => endProduct(server),
  ];
  const close = async () => {
    for (const end of closers.toReversed()) await end();
  };
  try {
    const { port } = await messageOf(server);
    const origin = `http://localhost:${port}`;
    const browser = await launch();
    closers.push(() => browser.close());
    const newContext = async (side: Side, storageState?: ReturnType<typeof storageOf>) => {
      const context = await browser.newContext({
        viewport: { width: 1_280, height: 720 },
        // The bare page's script has no nonce.
        bypassCSP: true,
        ...(storageState && { storageState }),
      });
      const colours = `window.candleColours = ${JSON.stringify(COLOURS[side])};`;
      await context.addInitScript({ content: `${colours}\n${watch}` });
      return context;
    };
    return {
      origin,
      /** A browser profile with a session; its pages watch their candles. */
      newProfile: async (side: Side) =>
        newContext(side, storageOf(origin, await ask<BegunSession>(server, 'session'))),
      newVisitor: () => newContext('product'),
      /** A new person who may sign in and see everything. */
      newPerson: () => ask<BenchPerson>(server, 'person'),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

export type Product = Awaited<ReturnType<typeof openProduct>>;

/** Milliseconds from the navigation until the first candles were painted. */
export function paintedMs(page: Page): Promise<number> {
  return page.evaluate(() => window.candles.painted());
}
