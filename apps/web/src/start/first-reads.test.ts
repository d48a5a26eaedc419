import { getAccount, getHistory, getSymbol } from '@moneytrail/contract';
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';
import { addressOf } from '../api/address.ts';
import { historyQuery, nextMinute } from '../api/history-query.ts';
import { beginReads, firstChartOf } from './first-reads.ts';

const NOW_MS = Date.parse('2026-11-27T09:30:15Z');
const DAY_MS = 86_400_000;
const PATHS = { history: getHistory.path, account: getAccount.path, symbol: getSymbol.path };
const CHART = '/dashboard/live-chart';

function tokenUntil(expiresAtMs: number): string {
  const claims = { sub: 'u', iat: NOW_MS / 1_000, exp: expiresAtMs / 1_000 };
  return `a.${btoa(JSON.stringify(claims))}.c`;
}
const TOKEN = tokenUntil(NOW_MS + 60_000);

let asked: string[];
beforeEach(() => {
  asked = [];
  vi.useFakeTimers({ toFake: ['Date'], now: NOW_MS });
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address);
    return Response.json({});
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the chart that a page begins with', () => {
  test.each([
    ['/dashboard', '', { symbol: 'FMP:BTCUSD', resolution: '1D' }],
    [CHART, '?symbol=FMP:ETHUSD&resolution=60', { symbol: 'FMP:ETHUSD', resolution: '60' }],
    ['/shared/abc', '', { shared: 'abc' }],
  ])('is that of %s%s', (pathname, search, chart) => {
    expect(firstChartOf({ pathname, search }, TOKEN)).toMatchObject(chart);
  });

  test.each([
    ['another page', '/dashboard/users', TOKEN],
    ['a visitor', CHART, null],
    ['a token that has ended', CHART, tokenUntil(NOW_MS)],
    ['an unreadable token', CHART, 'x'],
  ])('is none for %s', (_whose, pathname, token) => {
    expect(firstChartOf({ pathname, search: '' }, token)).toBeNull();
  });
});

it('requests bars, account and symbol at the addresses that the application uses', () => {
  const toMs = nextMinute(NOW_MS);
  const span = { fromMs: toMs - 365 * DAY_MS, toMs };
  const bars = historyQuery({ e: 'FMP', fsym: 'BTCUSD', resolution: '1D' }, span);
  beginReads({ symbol: 'FMP:BTC/USD', resolution: '1D' }, TOKEN, PATHS);
  expect(asked).toEqual([
    addressOf(getHistory.path, {}, bars),
    getAccount.path,
    addressOf(getSymbol.path, {}, { symbol: 'FMP:BTC/USD' }),
  ]);
});

it('requests no bars of a symbol that has to be looked up', () => {
  beginReads({ symbol: 'BTCUSD', resolution: '1D' }, TOKEN, PATHS);
  expect(asked).toEqual([getAccount.path, addressOf(getSymbol.path, {}, { symbol: 'BTCUSD' })]);
});
