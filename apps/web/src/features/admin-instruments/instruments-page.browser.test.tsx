import {
  acceptQuarantinedBar,
  type BackfillStatus,
  type BvgInstrument,
  type CoverageDay,
  type EnabledInstrument,
  type ExchangeInstruments,
  type ExchangeName,
  getCoverage,
  getQuarantineEvidence,
  listBackfills,
  listBitfinexSymbols,
  listBvgInstruments,
  listExchangeInstruments,
  listQuarantinedBars,
  type QuarantinedBar,
  type QuarantineEvidence,
  startAllBackfills,
  startBackfill,
  undoQuarantineDecision,
  updateBitfinexSymbols,
} from '@moneytrail/contract';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { SUPER_ADMIN } from '../../testing/accounts.ts';
import { FakeServer, Refusal } from '../../testing/fake-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { openScreen, SCREENS } from '../../testing/screens.ts';

const REFRESH_MS = 10_000;

const instrumentOf = (code: string): EnabledInstrument => ({
  code,
  description: `Description of ${code}`,
  type: 'crypto',
  exchange: { name: 'Crypto', value: 'crypto' },
  startDate: null,
  endDate: null,
  isListed: true,
});
const exchangeOf = (exchange: ExchangeName, codes: readonly string[]): ExchangeInstruments => ({
  exchange,
  isOffline: false,
  isSimulated: true,
  reachedLimit: null,
  listSyncedAt: '2026-11-22T10:00:00.000Z',
  availableCount: 60,
  revision: 0,
  enabled: codes.map(instrumentOf),
});
const EXCHANGES: ExchangeInstruments[] = [
  exchangeOf('BVG', ['WMAZ-2026-12']),
  exchangeOf('FMP', ['BTCUSD']),
  exchangeOf('Bitfinex', ['BTCUSD', 'XRPUSD']),
  {
    ...exchangeOf('Tiingo', ['aapl', 'msft']),
    reachedLimit: { since: '2026-11-22T10:00:00.000Z', heldBackCalls: 37 },
  },
];
const STATUS: BackfillStatus = {
  symbol: 'XRPUSD',
  exchange: 'Bitfinex',
  status: 'running',
  isQueued: false,
  isCancellable: true,
  runningSince: '2026-11-22T10:00:00.000Z',
  lastRun: null,
  lastSynced: '2026-10-01T00:00:00.000Z',
  backfillEnd: null,
  isSyncedToday: false,
  isRecentlyRun: false,
  done: 3,
  total: 12,
  barsRead: 123_456,
  barsPerMinute: 61_728,
  secondsLeft: 540,
  error: null,
  nextTryAt: null,
  range: [
    { resolution: '1', from: '2026-10-23' },
    { resolution: '15', from: '2026-01-01' },
    { resolution: '60', from: '2024-01-01' },
    { resolution: '1D', from: null },
  ],
};
const MAIZE: BvgInstrument = {
  contract: 'WMAZ-2027-03',
  contractDisplay: 'White maize Mar 2027',
  startDate: '2026-03-01',
  endDate: '2027-03-20',
  commodity: 'WMAZ',
  commodityName: 'White maize',
  type: 'futures',
};
const QUARANTINED: QuarantinedBar = {
  exchange: 'FMP',
  symbol: 'BTCUSD',
  description: 'Bitcoin USD',
  resolution: '1D',
  timeMs: Date.UTC(2026, 10, 20),
  open: 100,
  high: 900,
  low: 90,
  close: 101,
  volume: 12,
  state: 'waiting',
  reason: 'The high is nine times the usual range above the close.',
  firstTriedAt: null,
  nextTryAt: null,
  decidedAt: null,
};
const aroundAt = (index: number) => {
  const time = QUARANTINED.timeMs + index * 86_400_000;
  const close = 100 + Math.sin(index);
  return { time, open: 100, high: close + 1, low: 99 - Math.cos(index), close, volume: 10 };
};
const EVIDENCE: QuarantineEvidence = {
  before: Array.from({ length: 20 }, (_, index) => aroundAt(index - 20)),
  after: [aroundAt(1), aroundAt(2)],
  stored: null,
  trueRange: 810,
  usualRange: 1.8,
  sources: [
    { ticker: null, resolution: '60', bar: null, isReached: false, warning: null },
    {
      ticker: 'Bitfinex:BTC/USD',
      resolution: '1D',
      bar: aroundAt(0),
      isReached: false,
      warning: null,
    },
  ],
};

function daysOf(year: number): CoverageDay[] {
  const days: CoverageDay[] = [];
  for (let ms = Date.UTC(year, 0, 1); ms < Date.UTC(year + 1, 0, 1); ms += 86_400_000) {
    const date = new Date(ms).toISOString().slice(0, 10);
    const state = days.length % 9 === 4 ? 'missing' : 'stored';
    days.push({ date, state, bars: 1, expected: 1, quarantined: 0 });
  }
  return days;
}

function serverOfExchanges(exchanges = EXCHANGES): FakeServer {
  const server = new FakeServer(SUPER_ADMIN);
  server.on(listExchangeInstruments, () => ({ exchanges }));
  server.on(listBackfills, () => [STATUS]);
  server.on(listBvgInstruments, () => ({ instruments: [MAIZE] }));
  server.on(listBitfinexSymbols, () => ({
    symbols: Array.from({ length: 60 }, (_, index) => ({
      code: `C${index}USD`,
      description: `Coin ${index}`,
      type: 'crypto' as const,
      exchange: { name: 'Crypto', value: 'crypto' },
    })),
    isTruncated: false,
  }));
  server.on(getCoverage, ({ query: { year } }) => ({
    days: daysOf(year),
    beginsAt: null,
    backfilledFrom: `${year}-03-01`,
  }));
  server.on(listQuarantinedBars, () => ({ entries: [QUARANTINED], nextCursor: null }));
  server.on(getQuarantineEvidence, () => EVIDENCE);
  return server;
}

const open = (server: FakeServer) => openPage('/dashboard/instruments', server, SUPER_ADMIN);
const enabledOf = (exchange: ExchangeName) =>
  page.getByRole('region', { name: `Enabled instruments: ${exchange}` });
const availableOf = (exchange: ExchangeName) =>
  page.getByRole('region', { name: `Available instruments: ${exchange}` });
/** The nearest ancestor that scrolls. */
function scrollerOf(element: Element): Element {
  const parent = element.parentElement;
  if (!parent) throw new Error('nothing around it scrolls');
  const { overflowY } = getComputedStyle(parent);
  const isScrolled = /auto|scroll/.test(overflowY) && parent.scrollHeight > parent.clientHeight;
  return isScrolled ? parent : scrollerOf(parent);
}

const toggleFails = () => {
  throw new Refusal('INTERNAL', 'Unexpected error.');
};

test('a refresh keeps the search, the focus and all scroll positions', async () => {
  vi.useFakeTimers({
    shouldAdvanceTime: true,
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
  });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const server = serverOfExchanges();
  const lists = server.on(listExchangeInstruments, () => ({ exchanges: EXCHANGES }));
  const statuses = server.on(listBackfills, () => [STATUS]);
  await open(server);
  const search = page.getByLabelText('Search available: Bitfinex');
  await search.fill('usd');
  await expect.element(availableOf('Bitfinex').getByRole('listitem').first()).toBeVisible();
  const list = availableOf('Bitfinex').element();
  const main = scrollerOf(list);
  list.scrollTop = 20;
  main.scrollTop = 30;
  const places = () => [list.scrollTop, main.scrollTop];
  await expect.element(search).toHaveFocus();
  const before = places();
  expect(Math.min(...before)).toBeGreaterThan(0);
  const read = { lists: lists.length, statuses: statuses.length };
  await vi.advanceTimersByTimeAsync(REFRESH_MS);
  await expect.poll(() => lists.length).toBeGreaterThan(read.lists);
  await expect.poll(() => statuses.length).toBeGreaterThan(read.statuses);
  await vi.advanceTimersByTimeAsync(REFRESH_MS);
  await expect.poll(() => lists.length).toBeGreaterThan(read.lists + 1);
  expect(places()).toEqual(before);
  await expect.element(search).toHaveValue('usd');
  await expect.element(search).toHaveFocus();
});

test("the keyboard alone resyncs an instrument's history", async () => {
  const server = serverOfExchanges();
  const started = server.on(startBackfill, () => ({
    ...STATUS,
    symbol: 'aapl',
    exchange: 'Tiingo' as const,
  }));
  await open(server);
  const search = page.getByLabelText('Search enabled: Tiingo');
  await expect.element(search).toBeVisible();
  (search.element() as HTMLElement).focus();
  await userEvent.keyboard('AAPL');
  await expect.element(enabledOf('Tiingo').getByRole('listitem')).toHaveLength(1);
  const resync = page.getByRole('button', { name: 'Resync aapl @ Tiingo' });
  const isReached = () => resync.query() === document.activeElement;
  // The list, the backfill chip, if any, and the map button come first.
  for (let stop = 0; stop < 4 && !isReached(); stop += 1) await userEvent.tab();
  await expect.element(resync).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Resync triggered for aapl @ Tiingo')).toBeVisible();
  expect(started).toHaveLength(1);
});

test('a failed change is shown in its row and can be retried', async () => {
  const server = serverOfExchanges();
  server.on(updateBitfinexSymbols, toggleFails);
  await open(server);
  await page.getByRole('button', { name: 'Disable XRPUSD' }).click();
  const retry = page.getByRole('button', { name: /^Not changed: .* Disable XRPUSD$/ });
  await expect.element(retry).toBeVisible();
  const changed = EXCHANGES.map((each) =>
    each.exchange === 'Bitfinex' ? exchangeOf('Bitfinex', ['BTCUSD']) : each,
  );
  server.on(listExchangeInstruments, () => ({ exchanges: changed }));
  server.on(updateBitfinexSymbols, () => exchangeOf('Bitfinex', ['BTCUSD']));
  await retry.click();
  await expect
    .element(page.getByText('Updated Enabled and Disabled Bitfinex symbols: XRPUSD disabled'))
    .toBeVisible();
  await expect.element(enabledOf('Bitfinex').getByText('Disabled', { exact: true })).toBeVisible();
});

const withoutXrp = () =>
  EXCHANGES.map((each) =>
    each.exchange === 'Bitfinex' ? exchangeOf('Bitfinex', ['BTCUSD', 'ADAUSD']) : each,
  );

test('a disabled instrument keeps its row, so a second press disables no other one, and the toast undoes it', async () => {
  const three = EXCHANGES.map((each) =>
    each.exchange === 'Bitfinex' ? exchangeOf('Bitfinex', ['BTCUSD', 'XRPUSD', 'ADAUSD']) : each,
  );
  const server = serverOfExchanges(three);
  const changes = server.on(updateBitfinexSymbols, ({ body: { codesToDisable } }) => {
    const exchanges = codesToDisable.length > 0 ? withoutXrp() : three;
    server.on(listExchangeInstruments, () => ({ exchanges }));
    return exchanges.find(({ exchange }) => exchange === 'Bitfinex') ?? exchangeOf('Bitfinex', []);
  });
  await open(server);
  const bin = page.getByRole('button', { name: 'Disable XRPUSD' });
  await expect.element(bin).toBeVisible();
  await bin.click();
  await expect
    .element(page.getByText('Updated Enabled and Disabled Bitfinex symbols: XRPUSD disabled'))
    .toBeVisible();
  await expect.element(bin).toBeDisabled();
  const rows = enabledOf('Bitfinex').getByRole('listitem').elements();
  expect(rows.map(({ textContent }) => textContent?.slice(0, 6))).toEqual([
    ...['BTCUSD', 'XRPUSD', 'ADAUSD'],
  ]);
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
  await expect.element(bin).toBeEnabled();
  expect(changes.map(({ body }) => [body.codesToEnable, body.codesToDisable])).toEqual([
    [[], ['XRPUSD']],
    [[{ code: 'XRPUSD' }], []],
  ]);
});

test('a search names what is enabled already, and a whole exchange is resynced after a question', async () => {
  const server = serverOfExchanges();
  const started = server.on(startAllBackfills, () => ({ started: 1, enabled: 2 }));
  await open(server);
  await page.getByLabelText('Search available: Bitfinex').fill('xrp');
  await expect.element(page.getByText('No symbols available.')).toBeVisible();
  await expect
    .element(page.getByText('Enabled already: XRPUSD (Description of XRPUSD)'))
    .toBeVisible();
  await page.getByRole('button', { name: 'Resync all: Bitfinex' }).click();
  const question = page.getByRole('dialog', { name: 'Resync all 2 instruments of Bitfinex?' });
  await question.getByRole('button', { name: 'Resync all' }).click();
  await expect
    .element(page.getByText('Resync triggered for 1 of 2 instruments @ Bitfinex'))
    .toBeVisible();
  expect(started.map(({ body }) => body)).toEqual([{ exchange: 'Bitfinex' }]);
});

test('at 1024 px a contract code, its description and the whole label of Resync all are shown', async () => {
  await page.viewport(1024, 768);
  onTestFinished(() => page.viewport(1440, 900));
  await open(serverOfExchanges());
  const action = page.getByRole('button', { name: 'Resync all: BVG' });
  await expect.element(action).toBeVisible();
  const texts = [
    enabledOf('BVG').getByText('WMAZ-2026-12', { exact: true }),
    enabledOf('BVG').getByText('Description of WMAZ-2026-12'),
    action.getByText('Resync all'),
  ];
  for (const text of texts) {
    const { scrollWidth, clientWidth } = text.element();
    expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
  }
});

test('a bar is judged by the bars around it, decided by a labelled button, and the decision can be undone', async () => {
  const server = serverOfExchanges();
  const accepted = server.on(acceptQuarantinedBar, () => ({ state: 'accepted' as const }));
  const undone = server.on(undoQuarantineDecision, () => ({ state: 'waiting' as const }));
  await open(server);
  await page.getByRole('button', { name: 'Quarantined bars' }).click();
  await page.getByRole('button', { name: /^Review BTCUSD @ FMP/ }).click();
  await expect.element(page.getByRole('img', { name: /among the 20 before/ })).toBeVisible();
  await expect.element(page.getByText(/Its range is 450 times the usual one/)).toBeVisible();
  const source = page.getByRole('row', { name: /Bitfinex:BTC\/USD .*does not reach/ });
  await expect.element(source).toBeVisible();
  const accept = page.getByRole('button', { name: 'Accept this bar' });
  await expect.element(accept).toBeVisible();
  const place = accept.element().getBoundingClientRect();
  await accept.click();
  await expect.element(page.getByRole('status').filter({ hasText: 'Accepted' })).toBeVisible();
  // A second press in the same place meets nothing.
  const below = document.elementFromPoint(place.x + place.width / 2, place.y + place.height / 2);
  expect(below?.closest('button')).toBeNull();
  expect(accepted.map(({ body }) => body.high)).toEqual([900]);
  await page.getByRole('button', { name: 'Back to the list' }).click();
  await expect.element(page.getByRole('cell', { name: 'Accepted' })).toBeVisible();
  await page.getByRole('button', { name: /^Review BTCUSD/ }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.element(page.getByRole('status').filter({ hasText: 'In quarantine' })).toBeVisible();
  expect(undone.map(({ body }) => body.high)).toEqual([900]);
  await page.getByRole('button', { name: 'Back to the list' }).click();
  await expect.element(page.getByRole('cell', { name: QUARANTINED.reason })).toBeVisible();
});

test.each(SCREENS)('the states of the exchanges $guarantee', async (screen) => {
  const look = await openScreen(screen);
  const server = serverOfExchanges();
  server.on(updateBitfinexSymbols, toggleFails);
  const { queryClient } = await open(server);
  const maize = page.getByRole('button', { name: /^White maize/ });
  await expect.element(maize).toBeVisible();
  await expect.element(page.getByText(/^Limit reached: 37 calls put off since/)).toBeVisible();
  await look('the exchanges');
  await maize.click();
  await page.getByRole('button', { name: /^Futures/ }).click();
  await expect.element(page.getByRole('button', { name: /^Enable WMAZ/ })).toBeVisible();
  await look('contracts');
  await enabledOf('FMP').getByRole('button', { name: 'Stored bars of BTCUSD' }).click();
  await expect.element(page.getByRole('img', { name: /^Calendar of/ })).toBeVisible();
  await look('a map of stored bars');
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Quarantined bars' }).click();
  await expect.element(page.getByRole('button', { name: /^Review BTCUSD/ })).toBeVisible();
  await look('quarantined bars');
  await page.getByRole('button', { name: /^Review BTCUSD/ }).click();
  await expect.element(page.getByRole('img', { name: /among the 20 before/ })).toBeVisible();
  await look('a quarantined bar with its evidence');
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Disable XRPUSD' }).click();
  await expect
    .element(page.getByRole('button', { name: /^Not changed: .* Disable XRPUSD$/ }))
    .toBeVisible();
  await look('a change that failed');
  server.on(listExchangeInstruments, () => ({
    exchanges: EXCHANGES.map((each) => ({ ...each, isOffline: true })),
  }));
  const readAgain = () => queryClient.resetQueries({ queryKey: ['admin', 'instruments'] });
  await readAgain();
  await expect.element(page.getByRole('heading', { name: 'Tiingo (OFFLINE)' })).toBeVisible();
  await expect
    .element(page.getByText('Exchange is currently unavailable.'))
    .toHaveLength(EXCHANGES.length);
  await look('exchanges that are offline');
  server.on(listExchangeInstruments, toggleFails);
  await readAgain();
  await expect.element(page.getByText(/^Could not load the exchanges\./)).toBeVisible();
  await look('exchanges that could not be read');
});
