import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { formatPrice, formatSignedPercent } from '../../apps/web/src/lib/format.ts';
import type { PriceSignal, SignalInstrument } from '../../packages/contract/src/index.ts';
import { expect, test } from '../journey.ts';
import { ORIGIN } from '../origin.ts';
import { pageOf, paywallOf } from '../paywall.ts';
import { makeRestricted, setColumns } from '../people.ts';
import { judgeBarriers } from '../screens/barriers.ts';
import { administratorToken } from '../session.ts';
import { followed, levelOf, readTold, type Told } from '../signal-truth.ts';

const PATH = '/dashboard/price-signals';
const NOTE = 'Not a forecast. Past marks do not predict future prices.';
const SUBSCRIBER = { email: 'subscriber@demo.test' };
/** Changed rights have to arrive within this time. */
const TOLD_WITHIN_MS = 10_000;

const cardOf = (page: Page, { description }: Pick<SignalInstrument, 'description'>) =>
  page.getByRole('article', { name: description });
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

async function read<T>(request: APIRequestContext, token: string, path: string): Promise<T> {
  const headers = { authorization: `Bearer ${token}` };
  return (await request.get(`${ORIGIN}/api/price-signals${path}`, { headers })).json();
}

/** The signals of all cards, once none of their bars is missing. */
async function wholeSignals(request: APIRequestContext, token: string) {
  const instruments = await read<SignalInstrument[]>(request, token, '');
  const signals: { instrument: SignalInstrument; signal: PriceSignal }[] = [];
  for (const instrument of instruments) {
    const path = `/signal?symbol=${encodeURIComponent(instrument.symbol)}`;
    let signal: PriceSignal | undefined;
    await expect(async () => {
      signal = await read<PriceSignal>(request, token, path);
      expect(signal.warning).toBeUndefined();
    }).toPass();
    if (signal) signals.push({ instrument, signal });
  }
  return signals;
}

/** The expected text of a card's head. */
function sideOf({ bars, marks }: Told): string {
  const last = marks.at(-1);
  const index = bars.findIndex(({ time }) => time === last?.time);
  if (!last || bars.length - 1 - index > 20) return 'No mark';
  return last.side === 'buy' ? '▲ BUY' : '▼ SELL';
}

async function expectLevels(card: Locator, told: Told, priceScale: number): Promise<void> {
  const levels = [
    ['Long-term resistance', levelOf(told, 100, 'max')],
    ['Short-term resistance', levelOf(told, 20, 'max')],
    ['Short-term support', levelOf(told, 20, 'min')],
    ['Long-term support', levelOf(told, 100, 'min')],
  ] as const;
  for (const [name, level] of levels) {
    const price = formatPrice(level, Math.log10(priceScale));
    await expect(card.getByRole('row', { name })).toContainText(price);
  }
}

/** Compares a card's figures for a horizon with the expected ones; false if it has none. */
async function expectFollowed(
  card: Locator,
  told: Told,
  { side, bars }: { side: 'buy' | 'sell'; bars: number },
): Promise<boolean> {
  const truth = followed(told, side, bars);
  const name = side.toUpperCase();
  const head = `${bars} bars after a ${name} mark`;
  if (truth.measured < 30) {
    const few = new RegExp(`(After ${name} marks|${head}): too few marks`);
    await expect(card.getByText(few)).not.toHaveCount(0);
    return false;
  }
  const text = plain((await card.locator(`[data-point="${side} ${bars}"]`).textContent()) ?? '');
  const [median, low, high] = [truth.median, truth.low, truth.high].map(formatSignedPercent);
  expect(text).toContain(plain(`${head}: ${median}`));
  const interval = `95 % interval ${low} to ${high}.`;
  expect(text).toContain(plain(`Median change of ${truth.measured} marks; ${interval}`));
  expect(text).toContain(`${Math.round(100 * truth.share)} % of them`);
  if (truth.overlapping > 0) expect(text).toContain(`${truth.overlapping} overlapping`);
  if (truth.unfinished > 0) expect(text).toContain(`${truth.unfinished} too new`);
  return true;
}

/** Every figure of the cards follows from the bars and marks. */
async function expectTruth(page: Page, request: APIRequestContext, token: string): Promise<void> {
  const signals = await wholeSignals(request, token);
  expect(signals).toHaveLength(3);
  let figures = 0;
  for (const { instrument, signal } of signals) {
    const card = cardOf(page, instrument);
    const { symbol } = instrument;
    const told = await readTold(request, token, { symbol, lastTime: signal.time ?? 0 });
    await expect(card.getByText('Simulated')).toBeVisible();
    await expect(card).toContainText(NOTE);
    await expect(card.locator('header')).toContainText(sideOf(told));
    await expectLevels(card, told, signal.priceScale);
    for (const side of ['buy', 'sell'] as const) {
      const count = told.marks.filter((mark) => mark.side === side).length;
      await expect(card.locator('[data-point="count"]')).toContainText(
        `${count} ${side.toUpperCase()} mark`,
      );
      for (const bars of [5, 10, 20]) {
        if (await expectFollowed(card, told, { side, bars })) figures += 1;
      }
    }
  }
  expect(figures).toBeGreaterThan(2);
}

/** The keyboard reads each of the three charts, and the wheel scrolls the page. */
async function readCharts(page: Page): Promise<void> {
  const charts = page.getByRole('application');
  await expect(charts).toHaveCount(3);
  await expect(page.getByText(/^Last closed bar/)).toHaveCount(3);
  const second = charts.nth(1);
  await second.focus();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('status').filter({ hasText: /open .* close / })).toHaveCount(1);
  await expect(second).toBeFocused();
  await expect(page.getByRole('article').nth(1)).toContainText(/Close [\d,.]+/);
  const scrolled = () => page.locator('#signals').evaluate((element) => element.scrollTop);
  await charts.first().hover();
  await page.mouse.wheel(0, 200);
  await expect.poll(scrolled).toBeGreaterThan(0);
}

test('a subscriber reads three charts and signals whose figures are those of the bars and marks, and opens one as a chart', async ({
  browser,
  request,
  consoleGuard,
}) => {
  // The token of a super admin, who may see everything.
  const token = await administratorToken();
  // Missing bars are read before the page opens.
  await wholeSignals(request, token);
  const page = await pageOf(browser, SUBSCRIBER);
  consoleGuard.listenTo(page.context());
  await page.goto(PATH);
  await expect(page.getByRole('article')).toHaveCount(3);
  await expectTruth(page, request, token);
  await readCharts(page);
  const card = cardOf(page, { description: 'Ethereum / US Dollar' });
  await card.getByRole('link', { name: 'Open in Live Chart' }).click();
  await expect(
    page.getByRole('application', { name: 'ETHUSD 1 day chart, Bitfinex' }),
  ).toBeVisible();
  await page.getByRole('navigation').getByRole('link', { name: 'Price Signals' }).click();
  await expect(page).toHaveURL(PATH);
  await expect(page.getByRole('heading', { name: 'Price Signals' })).toBeVisible();
  await page.context().close();
});

test('a user without a plan sees locked cards without a figure, reads why, and a plan opens them', async ({
  browser,
  request,
  consoleGuard,
}) => {
  const person = await makeRestricted(request);
  const page = await pageOf(browser, person);
  consoleGuard.listenTo(page.context());
  const asked: string[] = [];
  page.on('request', (sent) => asked.push(decodeURIComponent(sent.url())));
  await page.goto(PATH);
  const cards = page.getByRole('article');
  await expect(cards).toHaveCount(3);
  await expect(cards.first()).toContainText(NOTE);
  const locked = cards.filter({ hasText: 'Source locked' });
  await expect(locked).toHaveCount(2);
  await expect(locked.first()).not.toContainText(/\d/);
  expect(
    asked.filter(
      (url) =>
        /\/api\/(price-signals\/signal|data\/)/.test(url) && !/BTC\/?USD|exchanges/.test(url),
    ),
  ).toEqual([]);
  await locked.first().getByRole('button', { name: 'How to unlock' }).click();
  await expect(paywallOf(page)).toContainText('Source locked: Bitfinex:ETHUSD');
  await expect(paywallOf(page)).toContainText('no active subscription');
  await page.keyboard.press('Escape');
  await expect(paywallOf(page)).toHaveCount(0);
  await expect(locked.first().getByRole('button', { name: 'How to unlock' })).toBeFocused();
  await setColumns(request, person, { has_subscription_override: true });
  await expect(locked).toHaveCount(0, { timeout: TOLD_WITHIN_MS });
  await expect(page.getByText(NOTE)).toHaveCount(3);
  await page.context().close();
});

const SCREENS = [
  ['a desk', { width: 1440, height: 900 }],
  ['a phone', { width: 390, height: 844 }],
] as const;

/** Component tests check the cards once; the long run checks them with their charts in both themes and sizes. */
for (const [name, size] of process.env.TEST_LONG === 'true' ? SCREENS : []) {
  test(`on ${name} the page has no barrier in either theme, open, locked and explained`, async ({
    browser,
    request,
    consoleGuard,
  }) => {
    const restricted = await makeRestricted(request);
    for (const [state, who] of [
      ['open', SUBSCRIBER],
      ['locked', restricted],
    ] as const) {
      const page = await pageOf(browser, who);
      consoleGuard.listenTo(page.context());
      await page.setViewportSize(size);
      await page.goto(PATH);
      await expect(page.getByText(NOTE)).toHaveCount(who === restricted ? 1 : 3);
      await page.getByText('How to read these figures').click();
      await judgeBarriers(page)(state);
      await page.context().close();
    }
  });
}
