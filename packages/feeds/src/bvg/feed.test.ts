import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Feed, HistoryRequest } from '../feed.ts';
import { MAIZE } from '../testing/instruments.ts';
import { startVendor, type Vendor, type VendorAnswer } from '../testing/start-vendor.ts';
import { createTestEnvironment } from '../testing/test-environment.ts';
import { createBvgFeed } from './rest.ts';

let vendor: Vendor;
let feed: Feed;

beforeEach(async () => {
  vendor = await startVendor();
  feed = createBvgFeed(
    { restUrl: vendor.url, apiKey: 'secret-key', isSimulated: true },
    createTestEnvironment({ now: () => Date.parse('2026-07-15T08:00:00Z') }),
  );
});
afterEach(() => vendor.close());

const request: HistoryRequest = {
  instrument: MAIZE,
  resolution: '1',
  fromMs: Date.parse('2026-07-14'),
  toMs: Date.parse('2026-07-15'),
};
const prices = { open: -3, high: -2, low: -4, close: -3, volume: 12 };

test('times are seconds on the wire and milliseconds here; prices below zero are kept', async () => {
  const time = Date.parse('2026-07-14T07:00:00Z') / 1_000;
  vendor.answerWith(() => ({ body: [{ time, ...prices }] }));
  expect(await feed.history(request)).toEqual([{ time: time * 1_000, ...prices }]);
  expect(vendor.requests[0]).toBe(
    `/bars?contract=WMAZ-2026-12&resolution=1&from=${request.fromMs / 1_000}&to=${request.toMs / 1_000}`,
  );
});

test.each(['2026-07-14T00:00:00Z', '2026-07-13T22:00:00Z', '2026-07-14T07:00:00Z'])(
  'a day stamped %s is 14 July',
  async (stamp) => {
    vendor.answerWith(() => ({ body: [{ time: Date.parse(stamp) / 1_000, ...prices }] }));
    const bars = await feed.history({ ...request, resolution: '1D' });
    expect(bars.map(({ time }) => time)).toEqual([Date.parse('2026-07-14')]);
  },
);

test('futures, spreads and splits are listed with their life; silos are not', async () => {
  const row = { startDate: '2025-07-28', endDate: '2026-07-24' };
  const contracts: Record<string, unknown> = {
    futures: [
      { ...row, contract: 'WMAZ-2026-07', contractDisplay: 'JUL26 WMAZ', group: 'futures' },
    ],
    spreads: [
      {
        ...row,
        contract: 'WMAZ-2026-07/WMAZ-2026-12',
        contractDisplay: 'JUL26/DEC26 WMAZ',
        group: 'spreads',
      },
    ],
    splits: [
      {
        ...row,
        contract: 'WMAZ-2026-07/YMAZ-2026-07',
        contractDisplay: 'JUL26 WMAZ/YMAZ',
        group: 'splits',
      },
    ],
  };
  vendor.answerWith(({ url }) => ({ body: contracts[url.searchParams.get('group') ?? ''] }));
  const common = {
    ...row,
    marketHours: 'safex',
    listedExchange: { name: 'Safex', value: 'SAFEX' },
    priceScale: 100,
  };
  expect(await feed.list()).toEqual([
    { ...common, code: 'WMAZ-2026-07', description: 'JUL26 WMAZ', type: 'futures' },
    {
      ...common,
      code: 'WMAZ-2026-07/WMAZ-2026-12',
      description: 'JUL26/DEC26 WMAZ',
      type: 'spread',
    },
    { ...common, code: 'WMAZ-2026-07/YMAZ-2026-07', description: 'JUL26 WMAZ/YMAZ', type: 'split' },
  ]);
  expect(vendor.requests.join()).not.toContain('silo');
});

test.each<[string, VendorAnswer, string]>([
  ['an unknown contract', { status: 404, body: { error: 'Unknown contract' } }, 'notFound'],
  ['a wrong key', { status: 401, body: { error: 'Invalid API key' } }, 'auth'],
  ['an error under HTTP 200', { status: 200, body: { error: 'Internal error' } }, 'upstream'],
])('%s is told as what it is', async (_, answer, kind) => {
  vendor.answerWith(() => answer);
  await expect(feed.history(request)).rejects.toMatchObject({
    exchange: 'BVG',
    instrument: 'WMAZ-2026-12',
    kind,
  });
});
