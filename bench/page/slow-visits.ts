import type { Page } from 'playwright-core';
import { median } from '../figure.ts';
import { chartAddress, type Product, paintedMs } from './open-product.ts';

/** A slow mobile connection: bytes a second and ms. */
const NETWORK = {
  offline: false,
  downloadThroughput: 51_000,
  uploadThroughput: 51_000,
  latency: 2_000,
};
const PATIENCE_MS = 60_000;

/** Milliseconds from the navigation. */
export type SlowVisit = {
  /** The first picture: logo and frame. */
  shownMs: number;
  /** The page can be used. */
  usefulMs: number;
};

/**
 * Milliseconds from the navigation until an element is visible, looked for in every frame: locators look twice a second
 * in the end.
 */
function visibleMs(page: Page, selector: string): Promise<number> {
  return page.evaluate(
    ([wanted, patienceMs]) =>
      new Promise<number>((done, fail) => {
        const look = () => {
          if (document.querySelector(wanted)?.checkVisibility()) done(performance.now());
          else if (performance.now() > patienceMs) fail(new Error(`${wanted} is not visible`));
          else requestAnimationFrame(look);
        };
        look();
      }),
    [selector, PATIENCE_MS] as const,
  );
}

const VISITS = {
  chart: {
    address: (origin: string) => chartAddress(origin, 'product'),
    open: (product: Product) => product.newProfile('product'),
    /** Candles are painted and the toolbar stands around them. */
    usefulMs: async (page: Page) => {
      const toolbarMs = await visibleMs(page, '[role="toolbar"][aria-label="Chart"]');
      return Math.max(toolbarMs, await paintedMs(page));
    },
  },
  registration: {
    address: (origin: string) => `${origin}/register`,
    open: (product: Product) => product.newVisitor(),
    usefulMs: (page: Page) => visibleMs(page, 'input[autocomplete="given-name"]'),
  },
} as const;

type Visited = (typeof VISITS)[keyof typeof VISITS];

async function visit(product: Product, { address, open, usefulMs }: Visited): Promise<SlowVisit> {
  const profile = await open(product);
  const page = await profile.newPage();
  const devtools = await profile.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', NETWORK);
  await page.goto(address(product.origin), { waitUntil: 'commit' });
  const useful = await usefulMs(page);
  const shown = await page.evaluate(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
  );
  await profile.close();
  return { shownMs: shown ?? Number.NaN, usefulMs: useful };
}

/** The medians of first visits over a slow connection, each in a new browser. */
export async function slowVisits(
  product: Product,
  what: keyof typeof VISITS,
  rounds: number,
): Promise<SlowVisit> {
  const visits: SlowVisit[] = [];
  for (let round = 0; round < rounds; round += 1) visits.push(await visit(product, VISITS[what]));
  return {
    shownMs: median(visits.map(({ shownMs }) => shownMs)),
    usefulMs: median(visits.map(({ usefulMs }) => usefulMs)),
  };
}
