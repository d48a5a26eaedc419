import { type AlertFiring, listAlertFirings, seeAlertFirings } from '@moneytrail/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { App } from '../../App.tsx';
import { firingsQuery } from '../../api/alerts.ts';
import { onceInBrowser } from '../../lib/once-in-browser.ts';
import { unseenCount } from '../../stores/alert-news.ts';
import { COMMERCIAL } from '../../testing/accounts.ts';
import { expectNoBarriers } from '../../testing/barriers.ts';
import { FakeServer } from '../../testing/fake-server.ts';
import { signIn } from '../../testing/open-page.tsx';
import { expectToast } from '../../testing/toasts.ts';
import { AlertBell } from './AlertBell.tsx';

const T0 = Date.UTC(2026, 10, 2);

function firingOf(id: number, isSeen: boolean): AlertFiring {
  return {
    id,
    alertId: 1,
    name: '',
    symbol: 'FMP:BTC/USD',
    resolution: '60',
    timeMs: T0,
    barTime: T0,
    price: 105,
    text: `Firing ${id}.`,
    late: null,
    sound: null,
    isSeen,
    deliveries: [],
  };
}

/** A bell beside a server whose firings can be replaced. */
async function openBell(firings: AlertFiring[]) {
  const server = new FakeServer(COMMERCIAL);
  const unseen = () => firings.filter(({ isSeen }) => !isSeen).length;
  server.on(listAlertFirings, () => ({ firings, nextCursor: null, unseen: unseen() }));
  const seen = server.on(seeAlertFirings, () => ({ unseen: 0 }));
  const queryClient = signIn(server, COMMERCIAL);
  const root = createRootRoute({ component: AlertBell });
  const router = createRouter({ routeTree: root, history: createMemoryHistory() });
  await render(
    <QueryClientProvider client={queryClient}>
      <App>
        <RouterProvider router={router as never} />
      </App>
    </QueryClientProvider>,
  );
  await expect.poll(() => queryClient.getQueryData(firingsQuery.queryKey)).toBeDefined();
  return {
    seen,
    router,
    fire: async (firing: AlertFiring) => {
      firings.unshift(firing);
      await queryClient.invalidateQueries(firingsQuery);
    },
  };
}

test('a firing that was there is no news; a new one is told once, counted, and seen when the bell is opened', async () => {
  const { seen, fire } = await openBell([firingOf(1, true)]);
  await expect.element(page.getByRole('button', { name: 'Alerts', exact: true })).toBeVisible();
  await fire(firingOf(2, false));
  await expectToast('Firing 2.');
  expect(unseenCount.get()).toBe(1);
  const bell = page.getByRole('button', { name: 'Alerts, 1 new' });
  await bell.click();
  const list = page.getByRole('dialog', { name: 'Alerts' });
  await expect.element(list.getByText('Firing 2.')).toBeVisible();
  await expect.element(list.getByText('Firing 1.')).toBeVisible();
  await expect.poll(() => seen.map(({ body }) => body)).toEqual([{ upTo: 2 }]);
  await expect.element(page.getByRole('button', { name: 'Alerts', exact: true })).toBeVisible();
  await expectNoBarriers('the open bell');
});

test('Escape closes the open bell wherever the focus is', async () => {
  await openBell([firingOf(1, true)]);
  const bell = page.getByRole('button', { name: 'Alerts', exact: true });
  await bell.click();
  const list = page.getByRole('dialog', { name: 'Alerts' });
  await expect.poll(() => list.element().contains(document.activeElement)).toBe(true);
  (bell.element() as HTMLElement).focus();
  await userEvent.keyboard('{Escape}');
  await expect.element(list).not.toBeInTheDocument();
});

test('a firing opens the chart at its bar', async () => {
  const { router } = await openBell([firingOf(1, true)]);
  await page.getByRole('button', { name: 'Alerts', exact: true }).click();
  await page.getByRole('button', { name: /Firing 1/ }).click();
  await expect.poll(() => router.state.location.href).toContain('at=2026-11-02T00%3A00Z');
});

test('a pressed push message leads to its chart, and the service worker is told so', async () => {
  const { router } = await openBell([]);
  const { port1, port2 } = new MessageChannel();
  const told = new Promise((resolve) => {
    port1.onmessage = ({ data }) => resolve(data);
  });
  const send = (url: string) =>
    navigator.serviceWorker.dispatchEvent(
      new MessageEvent('message', { data: { kind: 'open', url }, ports: [port2] }),
    );
  send('https://elsewhere.example/dashboard');
  send(`${location.origin}/dashboard/live-chart?symbol=FMP:BTCUSD&at=2026-11-02`);
  expect(await told).toBe('done');
  await expect
    .poll(() => router.state.location.href)
    .toContain('/dashboard/live-chart?symbol=FMP%3ABTCUSD');
});

test('one tab of the browser plays the sound of a firing', async () => {
  const played: number[] = [];
  for (let tab = 0; tab < 3; tab += 1) onceInBrowser('firing 1', () => played.push(tab));
  onceInBrowser('firing 2', () => played.push(9));
  await expect.poll(() => played).toEqual([0, 9]);
});
