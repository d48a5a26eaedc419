import { DAY_MS } from '@moneytrail/calendar';
import { expect, test } from 'vitest';
import { createDestination, readDestination } from './destination.ts';
import { createStoredText } from './stored-text.ts';

const ORIGIN = 'https://app.example';
const CHART = '/dashboard/live-chart?symbol=BVG:WMAZ/DEC2026&resolution=60&shared=a-token';

test.each([
  [CHART, '/dashboard/live-chart'],
  ['/dashboard', '/dashboard'],
  ['/dashboard/users?search=a%26b', '/dashboard/users'],
  ['/dashboard/receipts/17', '/dashboard/receipts/17'],
  [`${ORIGIN}/dashboard/profile`, '/dashboard/profile'],
])('%s is a page of ours', (address, to) => {
  expect(readDestination(address, ORIGIN)?.to).toBe(to);
});

test('a destination keeps every parameter of its address', () => {
  expect(readDestination(CHART, ORIGIN)?.search).toEqual({
    symbol: 'BVG:WMAZ/DEC2026',
    resolution: '60',
    shared: 'a-token',
  });
});

test.each([
  'https://evil.example/dashboard/live-chart',
  '//evil.example/dashboard/live-chart',
  '/\\evil.example/dashboard',
  '\\\\evil.example/dashboard',
  'https:/\\evil.example/dashboard',
  '/\t/evil.example/dashboard',
  'https://app.example@evil.example/dashboard',
  'https://app.example.evil.example/dashboard',
  'http://app.example/dashboard',
  'https://app.example:8443/dashboard',
  'javascript:alert(1)//dashboard/live-chart',
  'data:text/html,/dashboard',
  'blob:https://app.example/dashboard',
  '/login',
  '/register?invite=a',
  '/reset-password?token=a',
  '/outbox',
  '/api/account',
  '/dashboard/',
  '/dashboard/../login',
  '/dashboard/%2e%2e/login',
  '/dashboard/receipts/',
  '/dashboard/nothing',
  '/dashboardx',
  '//',
  'https://',
  '',
  `/dashboard?${'a'.repeat(4_000)}`,
])('%j leads nowhere', (address) => {
  expect(readDestination(address, ORIGIN)).toBeNull();
});

/** A storage of its own, as each tab and each device has one. */
function storage() {
  const texts = new Map<string, string>();
  return createStoredText('destination', {
    getItem: (key) => texts.get(key) ?? null,
    setItem: (key, text) => void texts.set(key, text),
    removeItem: (key) => void texts.delete(key),
  });
}

function openTabs() {
  let nowMs = 1_000;
  const clock = { now: () => nowMs };
  const onDevice = storage();
  const tab = () => createDestination({ inTab: storage(), onDevice, clock });
  const pass = (ms: number) => {
    nowMs += ms;
  };
  return { tab, onDevice, pass };
}

const read = (tab: ReturnType<typeof createDestination>, userId: string) =>
  tab.read(userId, ORIGIN)?.search.symbol ?? null;

test("a visitor's destination is also that of the tab which a mail opens, within a month", () => {
  const { tab, pass } = openTabs();
  tab().keep('/dashboard/live-chart?symbol=A', null);
  expect(read(tab(), 'thandi')).toBe('A');
  pass(29 * DAY_MS);
  expect(read(tab(), 'thandi')).toBe('A');
  pass(2 * DAY_MS);
  expect(read(tab(), 'thandi')).toBeNull();
});

test('each tab leads to where it was going', () => {
  const { tab } = openTabs();
  const [first, second] = [tab(), tab()];
  first.keep('/dashboard/live-chart?symbol=A', null);
  second.keep('/dashboard/live-chart?symbol=B', null);
  expect([read(first, 'thandi'), read(second, 'thandi')]).toEqual(['A', 'B']);
});

test("an ended session's destination is for the same user in the same tab, and nothing of it stays on the device", () => {
  const { tab, onDevice } = openTabs();
  const own = tab();
  own.keep('/dashboard/live-chart?symbol=A', 'thandi');
  expect(read(own, 'thandi')).toBe('A');
  expect(read(own, 'sipho')).toBeNull();
  expect(read(tab(), 'thandi')).toBeNull();
  expect(onDevice.read()).toBeNull();
});

test('a destination that was reached, or given up by a sign-out, is forgotten in the tab and on the device', () => {
  const { tab } = openTabs();
  const own = tab();
  own.keep('/dashboard/live-chart?symbol=A', null);
  own.forget();
  expect(read(own, 'thandi')).toBeNull();
  expect(read(tab(), 'thandi')).toBeNull();
});

test.each(['', 'null', '{', '[]', '{"address":1,"atMs":1}', '{"address":"/dashboard"}'])(
  'a stored %j leads nowhere',
  (text) => {
    const { tab, onDevice } = openTabs();
    onDevice.write(text);
    expect(tab().read('thandi', ORIGIN)).toBeNull();
  },
);
