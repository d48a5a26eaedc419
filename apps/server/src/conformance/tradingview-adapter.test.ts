import { randomUUID } from 'node:crypto';
import { MINUTE_MS, SECOND_MS } from '@moneytrail/calendar';
import { KEY_SCOPES } from '@moneytrail/contract';
import {
  createDatafeed,
  createSaveLoadAdapter,
  type Datafeed,
  type LibraryBar,
  type LibrarySymbol,
} from '@moneytrail/tradingview-adapter';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ANY_KIND } from '../db/testing/test-database.ts';
import { eventually } from '../modules/live/testing/eventually.ts';
import { addAccount, openSessionOf } from './testing/people.ts';
import { type AppWorld, startApp } from './testing/start-app.ts';

let world: AppWorld;
let server: string;
let secret: string;
beforeAll(async () => {
  world = await startApp(ANY_KIND);
  server = await world.app.listen({ host: '127.0.0.1', port: 0 });
  world.context.live.start();
  const paying = { has_paid: true, payment_valid_until: '2199-01-01' } as const;
  const id = await addAccount(world, { user_type: 'commercial', ...paying });
  const { token } = await openSessionOf(world, id);
  const body = { name: 'Broker', scopes: [...KEY_SCOPES] };
  ({ secret } = (await post('/api/keys', token, body)) as { secret: string });
});
afterAll(() => world.close());

async function post(path: string, bearer: string, body: object): Promise<unknown> {
  const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' };
  const response = await fetch(server + path, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  return response.json();
}

/** The adapter of a customer's page, whose server makes tokens of five minutes. */
function pageOf(user: string) {
  const getToken = vi.fn(async () => {
    const { token } = (await post('/api/tokens', secret, { user, minutes: 5 })) as {
      token: string;
    };
    return token;
  });
  const options = { server, getToken, client: 'broker', user };
  return { getToken, datafeed: createDatafeed(options), charts: createSaveLoadAdapter(options) };
}

const resolve = (datafeed: Datafeed, name: string) =>
  new Promise<LibrarySymbol>((done, fail) => datafeed.resolveSymbol(name, done, fail));

function read(datafeed: Datafeed, symbol: LibrarySymbol, to: number, countBack: number) {
  const period = { from: 0, to, countBack, firstDataRequest: false };
  return new Promise<{ bars: LibraryBar[]; noData: boolean }>((done, fail) =>
    datafeed.getBars(
      symbol,
      '60',
      period,
      (bars, { noData = false }) => done({ bars, noData }),
      fail,
    ),
  );
}

test('a page finds, resolves and pages through an instrument', async () => {
  const { datafeed } = pageOf('ann');
  const configuration = await new Promise<{ supports_marks: boolean }>((done) =>
    datafeed.onReady(done),
  );
  expect(configuration.supports_marks).toBe(true);
  const found = await new Promise<{ ticker: string }[]>((done) =>
    datafeed.searchSymbols('aapl', '', '', done),
  );
  expect(found[0]?.ticker).toBe('FMP:AAPL');
  const symbol = await resolve(datafeed, 'FMP:AAPL');
  expect(symbol).toMatchObject({ name: 'AAPL', timezone: 'America/New_York' });
  const toMs = world.context.clock.now();
  const newest = await read(datafeed, symbol, Math.floor(toMs / SECOND_MS), 100);
  const times = newest.bars.map(({ time }) => time);
  expect(times).toHaveLength(100);
  expect(times).toEqual([...new Set(times)].toSorted((a, b) => a - b));
  const before = (times[0] ?? 0) / SECOND_MS;
  const older = await read(datafeed, symbol, before, 100);
  expect(older.bars.at(-1)?.time).toBeLessThan(times[0] ?? 0);
  expect(await read(datafeed, symbol, 1, 10)).toEqual({ bars: [], noData: true });
  await expect(resolve(datafeed, 'FMP:NOTHING')).rejects.toBe('unknown_symbol');
  const marks = await new Promise<unknown[]>((done) =>
    datafeed.getMarks(symbol, before, Math.floor(toMs / SECOND_MS), done, '1D'),
  );
  expect(marks).toEqual(expect.any(Array));
});

test('live bars come from the stream, and a page that was cut off goes on where it was', async () => {
  const { datafeed } = pageOf('ann');
  const symbol = await resolve(datafeed, 'FMP:BTCUSD');
  const bars: LibraryBar[] = [];
  const reset = vi.fn();
  datafeed.subscribeBars(symbol, '1', (bar) => bars.push(bar), 'one', reset);
  await eventually(() => expect(bars.length).toBeGreaterThan(0));
  const count = bars.length;
  for (const client of world.app.websocketServer.clients) client.terminate();
  await eventually(() => expect(bars.length).toBeGreaterThan(count));
  const times = bars.map(({ time }) => time);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  datafeed.unsubscribeBars('one');
  await eventually(() => expect(world.app.websocketServer.clients.size).toBe(0));
});

test('charts and templates are kept for the customer, also after a token has ended', async () => {
  const { charts, getToken } = pageOf(`customer ${randomUUID()}`);
  const chart = { name: 'Morning', symbol: 'FMP:AAPL', resolution: '60', content: '{"a":"é & b"}' };
  const id = await charts.saveChart(chart);
  expect(await charts.saveChart({ ...chart, id, name: 'Noon' })).toBe(id);
  expect(await charts.getAllCharts()).toMatchObject([{ id, name: 'Noon', resolution: '60' }]);
  expect(getToken).toHaveBeenCalledTimes(1);
  world.addMs(6 * MINUTE_MS);
  expect(await charts.getChartContent(id)).toBe(chart.content);
  expect(getToken).toHaveBeenCalledTimes(2);
  await charts.saveStudyTemplate({ name: 'Mine', content: 'x' });
  expect(await charts.getAllStudyTemplates()).toEqual([{ name: 'Mine' }]);
  expect(await charts.getStudyTemplateContent({ name: 'Mine' })).toBe('x');
  await charts.saveDrawingTemplate('line', 'Red', 'y');
  expect(await charts.getDrawingTemplates('line')).toEqual(['Red']);
  expect(await charts.loadDrawingTemplate('line', 'Red')).toBe('y');
  await charts.removeDrawingTemplate('line', 'Red');
  await charts.removeStudyTemplate({ name: 'Mine' });
  await charts.removeChart(id);
  await expect(charts.getChartContent(id)).rejects.toThrow('Chart not found');
  expect(await charts.getAllCharts()).toEqual([]);
});
