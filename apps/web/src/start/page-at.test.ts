import { expect, test } from 'vitest';
import { paths } from '../paths.ts';
import { pageAt } from './page-at.ts';

test.each([
  ['/dashboard', { kind: 'chart', title: 'Live Chart' }],
  ['/dashboard/live-chart', { kind: 'chart', title: 'Live Chart' }],
  ['/dashboard/live-chart/', { kind: 'chart', title: 'Live Chart' }],
  ['/shared/token', { kind: 'chart', title: 'Live Chart' }],
  ['/login', { kind: 'chart', title: 'Live Chart' }],
  ['/register', { kind: 'chart', title: 'Live Chart' }],
  ['/dashboard/price-signals', { kind: 'dashboard', title: 'Price Signals' }],
  ['/dashboard/users', { kind: 'dashboard', title: 'Manage Users' }],
  ['/dashboard/receipts/7', { kind: 'other', title: '' }],
  ['/reset-password', { kind: 'sign-in', title: '' }],
  ['/outbox', { kind: 'other', title: '' }],
])('a user at %s waits for the page that the routes will show', (pathname, page) => {
  expect(pageAt(pathname, true)).toEqual(page);
});

test.each([
  ['/dashboard', 'sign-in'],
  ['/dashboard/live-chart', 'sign-in'],
  ['/dashboard/receipts/7', 'sign-in'],
  ['/login', 'sign-in'],
  ['/forgot-password', 'sign-in'],
  ['/register/', 'register'],
  ['/shared/token', 'other'],
  ['/', 'other'],
])('a visitor at %s waits for the page that the routes will show', (pathname, kind) => {
  expect(pageAt(pathname, false)).toEqual({ kind, title: '' });
});

test('every page of the dashboard has a title in its frame', () => {
  const pages = Object.values(paths).filter(
    (path) => path.startsWith(paths.dashboard) && !path.includes('$'),
  );
  expect(pages.filter((path) => pageAt(path, true).title === '')).toEqual([]);
});
