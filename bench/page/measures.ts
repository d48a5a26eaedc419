import { type DemoMessage, demoMessage, getDemoMailbox } from '@moneytrail/contract';
import { TECHNICAL_STUDIES } from '@moneytrail/technical-indicators';
import type { BrowserContext, Page } from 'playwright-core';
import { chartAddress, FIRST, type Product, paintedMs, SIDES, type Side } from './open-product.ts';

async function codeFor(origin: string, phone: string): Promise<string> {
  for (let tries = 0; tries < 200; tries += 1) {
    const answer: unknown[] = await (await fetch(`${origin}${getDemoMailbox.path}`)).json();
    const messages: DemoMessage[] = answer.map((one) => demoMessage.parse(one));
    const texts = messages.filter(({ to }) => to === phone).map(({ text }) => text);
    const code = texts.map((text) => /\b\d{6}\b/.exec(text)?.[0]).find(Boolean);
    if (code) return code;
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error(`no code was sent to ${phone}`);
}

/** Milliseconds from the last digit of a code, which signs in, to the first candle; each in a new browser. */
export async function codeToCandle(product: Product, rounds: number): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const person = await product.newPerson();
    const visitor = await product.newVisitor();
    const page = await visitor.newPage();
    await page.goto(`${product.origin}/login`);
    await page.getByRole('textbox', { name: 'Email' }).fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill(person.password);
    await page.getByRole('button', { name: 'Sign In' }).click();
    const code = await codeFor(product.origin, person.phone);
    await page.getByRole('textbox', { name: 'Code' }).focus();
    await page.keyboard.type(code.slice(0, -1));
    await page.evaluate(() => window.candles.awaitKey());
    await page.keyboard.press(code.slice(-1));
    times.push(await page.evaluate(() => window.candles.paintedSinceKey()));
    await visitor.close();
  }
  return times;
}

async function visit(product: Product, side: Side, profile: BrowserContext): Promise<number> {
  const page = await profile.newPage();
  try {
    await page.goto(chartAddress(product.origin, side));
    return await paintedMs(page);
  } finally {
    await page.close();
  }
}

/** Milliseconds from a deep link to its first candles, in alternating used or new browsers. */
export async function deepLinks(
  product: Product,
  { rounds, isNewBrowser }: { rounds: number; isNewBrowser: boolean },
): Promise<Record<Side, number[]>> {
  const times: Record<Side, number[]> = { bare: [], product: [] };
  const profiles = {
    bare: await product.newProfile('bare'),
    product: await product.newProfile('product'),
  };
  for (const side of SIDES) await visit(product, side, profiles[side]);
  for (let round = 0; round < rounds; round += 1) {
    for (const side of SIDES) {
      const profile = isNewBrowser ? await product.newProfile(side) : profiles[side];
      times[side].push(await visit(product, side, profile));
      if (isNewBrowser) await profile.close();
    }
  }
  for (const side of SIDES) await profiles[side].close();
  return times;
}

/** Studies of the field that a chart may have at once, from all groups. */
const STUDIES_OF_FIELD = TECHNICAL_STUDIES.filter((_, index) => index % 4 === 0).slice(0, 25);

/** Milliseconds from a deep link to the first candles, without studies of the field and with 25, alternating. */
export async function candlesBesideStudies(
  product: Product,
  rounds: number,
): Promise<{ without: number[]; with: number[] }> {
  const studies = STUDIES_OF_FIELD.map(({ id }) => ({ key: id, id, isVisible: true, inputs: {} }));
  const times = { without: [] as number[], with: [] as number[] };
  const [without, withStudies] = [
    await product.newProfile('product'),
    await product.newProfile('product'),
  ];
  for (const [profile, shown] of [
    [without, []],
    [withStudies, studies],
  ] as const) {
    const preferences = JSON.stringify({ studies: shown });
    await profile.addInitScript((text) => localStorage.setItem('chart', text), preferences);
    await visit(product, 'product', profile);
  }
  for (let round = 0; round < rounds; round += 1) {
    times.without.push(await visit(product, 'product', without));
    times.with.push(await visit(product, 'product', withStudies));
  }
  for (const profile of [without, withStudies]) await profile.close();
  return times;
}

const MOST_CHARTS = 8;

/** A browser profile whose pages open with so many charts, each of another instrument. */
async function profileOfCharts(product: Product, count: number): Promise<BrowserContext> {
  const profile = await product.newProfile('product');
  const page = await profile.newPage();
  await page.goto(chartAddress(product.origin, 'product'));
  await paintedMs(page);
  if (count > 1) {
    await page.getByRole('button', { name: 'Several charts' }).click();
    await page.getByRole('menuitemradio', { name: `${count} charts` }).click();
    await page.evaluate((charts) => window.candles.paintedInAll(charts), count);
    await page.getByRole('button', { name: /: All changes saved$/ }).waitFor();
  }
  await page.close();
  return profile;
}

/** Milliseconds from a deep link until every chart of the page has candles, with one chart and with eight, alternating. */
export async function chartsOfPage(
  product: Product,
  rounds: number,
): Promise<{ one: number[]; eight: number[] }> {
  const times = { one: [] as number[], eight: [] as number[] };
  const sides = [
    { name: 'one', count: 1, profile: await profileOfCharts(product, 1) },
    { name: 'eight', count: MOST_CHARTS, profile: await profileOfCharts(product, MOST_CHARTS) },
  ] as const;
  for (let round = 0; round < rounds; round += 1) {
    for (const { name, count, profile } of sides) {
      const page = await profile.newPage();
      await page.goto(chartAddress(product.origin, 'product'), { waitUntil: 'commit' });
      times[name].push(await page.evaluate((charts) => window.candles.paintedInAll(charts), count));
      await page.close();
    }
  }
  for (const { profile } of sides) await profile.close();
  return times;
}

const DURATION_MS = 3_000;
const STEP_PX = 6;
const REACH_PX = 300;

/** The frame rate of the product's page, idle and while its chart is dragged back and forth. */
export async function panning(product: Product): Promise<{ still: number; dragged: number }> {
  const profile = await product.newProfile('product');
  const page = await profile.newPage();
  await page.goto(chartAddress(product.origin, 'product'));
  await paintedMs(page);
  const frames = () => page.evaluate((ms) => window.candles.framesASecond(ms), DURATION_MS);
  const still = await frames();
  const box = await page.getByRole('application').boundingBox();
  if (!box) throw new Error('The chart is not on the page.');
  const [middle, height] = [box.x + box.width / 2, box.y + box.height / 4];
  await page.mouse.move(middle, height);
  await page.mouse.down();
  let isOver = false;
  const counted = frames().finally(() => {
    isOver = true;
  });
  for (let step = 0; !isOver; step += 1) {
    // Back and forth, so that no end of the history is reached.
    const along = (step * STEP_PX) % (2 * REACH_PX);
    await page.mouse.move(middle + Math.min(along, 2 * REACH_PX - along), height);
  }
  const dragged = await counted;
  await page.mouse.up();
  await profile.close();
  return { still, dragged };
}

/** Chooses a symbol and waits for its candles; returns the milliseconds from Enter until they were painted. */
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

/** Milliseconds from choosing a visited symbol to its candles, alternating. */
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

/** Milliseconds from an arrow key in a watchlist of two visited symbols to the candles of the other one. */
export async function watchlistSteps(product: Product, rounds: number): Promise<number[]> {
  const page = await openPage(product, 'product');
  await page.keyboard.press('Alt+w');
  const panel = page.getByRole('complementary', { name: 'Watchlist' });
  await panel.getByRole('button', { name: /^Start with/ }).click();
  await panel.getByRole('button', { name: 'List', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Add or import symbols' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add symbols' });
  await dialog.getByLabel('Symbols', { exact: true }).fill(`${FIRST.e}:ETHUSD`);
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  const grid = panel.getByRole('grid');
  await grid.getByRole('row', { name: /ETH/ }).waitFor();
  await grid.focus();
  await page.keyboard.press('Home');
  const times: number[] = [];
  const warmUp = 3;
  for (let round = 0; round < warmUp + rounds; round += 1) {
    await page.evaluate(() => window.candles.awaitKey());
    await page.keyboard.press(round % 2 === 0 ? 'ArrowDown' : 'ArrowUp');
    const ms = await page.evaluate(() => window.candles.paintedSinceKey());
    if (round >= warmUp) times.push(ms);
  }
  await page.context().close();
  return times;
}

const MANY = ['ETHUSD', 'AAPL', 'GOOGL', 'EURUSD', 'GCUSD', 'BTCUSD'];

/** The heap size of the product's page after numbers of symbol switches, after garbage collection. */
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
