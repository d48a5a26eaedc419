import type { Page } from 'playwright-core';
import { chartAddress, FIRST, type Product, paintedMs, SIDES, type Side } from './open-product.ts';

/** Chooses a symbol and waits for its candles. @returns milliseconds from Enter until they were painted. */
type Choose = (page: Page, code: string) => Promise<number>;

async function press(page: Page): Promise<number> {
  await page.evaluate(() => window.candles.awaitKey());
  await page.keyboard.press('Enter');
  return page.evaluate(() => window.candles.paintedSinceKey());
}

const CHOOSE: Record<Side, Choose> = {
  bare: async (page, code) => {
    await page.evaluate((symbol) => {
      window.nextSymbol = symbol;
    }, code);
    return press(page);
  },
  product: async (page, code) => {
    await page.keyboard.press('g');
    const search = page.getByRole('dialog', { name: 'Symbol search' });
    await search.getByRole('combobox', { name: 'Code or description' }).fill(`${FIRST.e} ${code}`);
    const found = search.getByRole('option', { name: new RegExp(`^${code}.*${FIRST.e}`) });
    await found.first().waitFor();
    return press(page);
  },
};

async function openPage(product: Product, side: Side): Promise<Page> {
  const profile = await product.newProfile(side);
  const page = await profile.newPage();
  await page.goto(chartAddress(product.origin, side));
  await paintedMs(page);
  return page;
}

const other = (round: number) => (round % 2 === 0 ? 'ETHUSD' : FIRST.fsym);

/** Milliseconds from the choice of a symbol that was opened before to its candles, in turns. */
export async function symbolSwitches(
  product: Product,
  rounds: number,
): Promise<Record<Side, number[]>> {
  const times: Record<Side, number[]> = { bare: [], product: [] };
  const pages = {
    bare: await openPage(product, 'bare'),
    product: await openPage(product, 'product'),
  };
  const warmUp = 2;
  for (let round = 0; round < warmUp + rounds; round += 1) {
    for (const side of SIDES) {
      await pages[side].bringToFront();
      const ms = await CHOOSE[side](pages[side], other(round));
      if (round >= warmUp) times[side].push(ms);
    }
  }
  for (const side of SIDES) await pages[side].context().close();
  return times;
}

const MANY = ['ETHUSD', 'AAPL', 'GOOGL', 'EURUSD', 'GCUSD', 'BTCUSD'];

/** Bytes that the product's page holds after so many switches from symbol to symbol, garbage collected. */
export async function heapAfter(product: Product, counts: readonly number[]): Promise<number[]> {
  const page = await openPage(product, 'product');
  const devtools = await page.context().newCDPSession(page);
  const bytes: number[] = [];
  for (let done = 1; done <= Math.max(...counts); done += 1) {
    await CHOOSE.product(page, MANY[done % MANY.length] ?? FIRST.fsym);
    if (!counts.includes(done)) continue;
    await devtools.send('HeapProfiler.collectGarbage');
    bytes.push((await devtools.send('Runtime.getHeapUsage')).usedSize);
  }
  await page.context().close();
  return bytes;
}
