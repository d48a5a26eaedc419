import { MARKET_HOURS } from '@moneytrail/calendar';
import type { ChartBar, Drawing } from '@moneytrail/chart';
import {
  type Alert,
  type AlertCondition,
  type AlertFiring,
  changeAlert,
  createAlert,
  createWebhook,
  listAlertFirings,
  listAlerts,
  listScreens,
  listWatchlists,
  listWebhooks,
  resendAlertFiring,
  setAlerts,
  type Watchlist,
} from '@moneytrail/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup, render } from 'vitest-browser-react';
import { App } from '../../../App.tsx';
import { NEW_SCREEN } from '../../../lib/screen-address.ts';
import { createValueStore } from '../../../lib/value-store.ts';
import { COMMERCIAL } from '../../../testing/accounts.ts';
import { expectNoBarriers } from '../../../testing/barriers.ts';
import { eventually } from '../../../testing/eventually.ts';
import { FakeServer, Refusal } from '../../../testing/fake-server.ts';
import { signIn } from '../../../testing/open-page.tsx';
import { openScreen, SCREENS } from '../../../testing/screens.ts';
import { expectToast } from '../../../testing/toasts.ts';
import type { ChartController } from '../controller/chart-controller.ts';
import {
  ChartScreenProvider,
  type ChartScreenState,
  NOTHING_OPEN,
} from '../model/chart-context.ts';
import { ChartAlerts } from './ChartAlerts.tsx';
import { AlertDialog } from './dialog/AlertDialog.tsx';
import { newDefinition, newScreenDefinition } from './dialog/alert-draft.ts';
import { AlertsDrawer } from './drawer/AlertsDrawer.tsx';
import { drawingCondition } from './figure-of.ts';
import { priceCondition } from './open-alert.ts';

const HOUR = 3_600_000;
const T0 = Date.UTC(2026, 10, 2);
const BARS: ChartBar[] = Array.from({ length: 48 }, (_, index) => {
  const price = index % 12 < 6 ? 100 : 110;
  return {
    time: T0 + index * HOUR,
    open: price,
    high: price + 1,
    low: price - 1,
    close: price,
    volume: 1,
  };
});

function alertOf(id: number, condition: AlertCondition, change: Partial<Alert> = {}): Alert {
  return {
    ...newDefinition({ symbol: 'FMP:BTC/USD', resolution: '60' }, condition),
    id,
    state: 'active',
    pausedFor: null,
    snoozedUntilMs: null,
    revision: 1,
    createdAtMs: T0,
    firedCount: 0,
    lastFiredMs: null,
    instruments: null,
    members: null,
    ...change,
  };
}

const FIRING: AlertFiring = {
  id: 5,
  alertId: 1,
  name: '',
  symbol: 'FMP:BTC/USD',
  resolution: '60',
  timeMs: T0,
  barTime: T0,
  price: 105,
  text: 'BTCUSD (FMP) crosses 105. The price was 105.20.',
  late: null,
  sound: null,
  isSeen: true,
  deliveries: [
    { id: 1, channel: 'mail', state: 'sent', attempts: 1, status: null, problem: null },
    {
      id: 2,
      channel: 'webhook',
      state: 'failed',
      attempts: 9,
      status: 500,
      problem: 'It answered 500.',
    },
  ],
};

/** A part of the chart's page at a fake server, beside a chart of 48 hours. */
async function open(part: 'drawer' | 'chart' | AlertCondition | Alert, server: FakeServer) {
  server.on(listWebhooks, () => []);
  const queryClient = signIn(server, COMMERCIAL);
  const setPast = vi.fn();
  const setLines = vi.fn();
  const listeners = new Map<string, (event: unknown) => void>();
  const engine = {
    crosshair: () => null,
    closedBars: () => BARS,
    alerts: { setPast, setLines },
    on: (name: string, listener: (event: unknown) => void) => {
      listeners.set(name, listener);
      return () => listeners.delete(name);
    },
  };
  const drawings = createValueStore<readonly Drawing[]>([]);
  const controller = {
    engine,
    closed: createValueStore({ timeMs: null }),
    newest: createValueStore({ barMs: T0, price: 110 }),
    replayMs: createValueStore<number | null>(null),
    drawings,
    drawing: createValueStore({ tool: null }),
  } as unknown as ChartController;
  const openPanel = vi.fn();
  const screen = {
    info: { ticker: 'FMP:BTC/USD', name: 'BTCUSD', exchange: 'FMP', marketHours: 'crypto' },
    resolution: '60',
    zone: 'Etc/UTC',
    decimals: 2,
    controller,
    openPanel,
    saver: null,
  } as unknown as ChartScreenState;
  const contentOf = () => {
    if (part === 'drawer') return <AlertsDrawer />;
    if (part === 'chart') return <ChartAlerts controller={controller} />;
    return <AlertDialog opened={'id' in part ? { alert: part } : { condition: part }} />;
  };
  const root = createRootRoute({
    component: () => <ChartScreenProvider value={screen}>{contentOf()}</ChartScreenProvider>,
  });
  const router = createRouter({ routeTree: root, history: createMemoryHistory() });
  await render(
    <QueryClientProvider client={queryClient}>
      <App>
        <RouterProvider router={router as never} />
      </App>
    </QueryClientProvider>,
  );
  const emit = (name: string, event: unknown) => listeners.get(name)?.(event);
  return { openPanel, setPast, setLines, emit, drawings };
}

const valueField = () => page.getByRole('textbox', { name: 'Value' });

test('the dialog tells in a sentence what it does, how often it would have fired, and shows it on the chart', async () => {
  const { setPast } = await open(priceCondition(105, 2), new FakeServer(COMMERCIAL));
  const dialog = page.getByRole('dialog', { name: 'Alert' });
  const sentence = 'When BTCUSD (FMP) crosses 105.00, once, on this page and by mail.';
  await expect.element(dialog.getByText(sentence)).toBeVisible();
  await expect
    .element(dialog.getByText(/would have fired 7 times in the 48 loaded bars/))
    .toBeVisible();
  expect(setPast.mock.lastCall?.[0]).toHaveLength(7);
  await dialog.getByRole('combobox', { name: 'Comparison' }).selectOptions('above');
  await expect.element(dialog.getByText(/true already/)).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Kind of condition' }).selectOptions('silence');
  const silence =
    'When no price of BTCUSD (FMP) comes for 10 minutes while its market is open, once, on this page and by mail.';
  await expect.element(dialog.getByText(silence)).toBeVisible();
  await expect.element(dialog.getByText(/there is no preview/)).toBeVisible();
  await expect
    .element(dialog.getByRole('button', { name: 'Add a condition' }))
    .not.toBeInTheDocument();
});

const METALS: Watchlist = {
  id: 7,
  name: 'Metals',
  colour: null,
  entries: [
    { kind: 'symbol', symbol: 'FMP:XAU/USD', flag: null },
    { kind: 'section', name: 'Others' },
    { kind: 'symbol', symbol: 'FMP:XAG/USD', flag: null },
  ],
  revision: 1,
  changedAtMs: T0,
};

test('an alert on a watchlist watches every instrument of it, and says so', async () => {
  const server = new FakeServer(COMMERCIAL);
  server.on(listWatchlists, () => ({ watchlists: [METALS] }));
  const created = server.on(createAlert, ({ body: { key: _, ...given } }) => ({
    alert: alertOf(1, priceCondition(1, 2), given),
    isTrueNow: false,
  }));
  await open(priceCondition(105, 2), server);
  const watched = page.getByRole('combobox', { name: 'Watches' });
  await watched.selectOptions('Metals (2) · 1h');
  const sentence =
    'When any instrument of “Metals” crosses 105.00, once for each, on this page and by mail.';
  await expect.element(page.getByText(sentence)).toBeVisible();
  await expect.element(page.getByText(/compared with the same price/)).toBeVisible();
  await expect.element(page.getByText('Only at hours of the day (exchange time)')).toBeVisible();
  await expect.element(page.getByText(/On BTCUSD it would have fired 7 times/)).toBeVisible();
  await expectNoBarriers('an alert on a watchlist');
  await page.getByRole('button', { name: 'Create alert' }).click();
  await eventually(() => expect(created.map(({ body }) => body.watchlist)).toEqual([7]));
});

test('the list of alerts tells the watchlist of one, its instruments, and that it was deleted', async () => {
  const server = new FakeServer(COMMERCIAL);
  server.on(listWatchlists, () => ({ watchlists: [METALS] }));
  const instruments = { count: 2, paused: 1, fired: 1, idle: ['FMP:ETH/USD', 'FMP:BTC/USD'] };
  const gone = { count: 0, paused: 0, fired: 0, idle: [] };
  const alerts = [
    alertOf(1, priceCondition(105, 2), { watchlist: 7, instruments }),
    alertOf(2, priceCondition(106, 2)),
    alertOf(3, priceCondition(107, 2), {
      watchlist: 8,
      instruments: gone,
      state: 'paused',
      pausedFor: 'noWatchlist',
    }),
    alertOf(4, priceCondition(108, 2), {
      name: 'Newer',
      state: 'paused',
      pausedFor: 'unreadable',
    }),
  ];
  server.on(listAlerts, () => ({ alerts, limit: 200 }));
  await open('drawer', server);
  const row = page.getByRole('button', { name: /^Any instrument of “Metals” crosses 105/ });
  await expect
    .element(
      row.getByText(
        '2 instruments; 1 has fired; 1 is paused, without the right to it or beyond your limit. Has not fired.',
      ),
    )
    .toBeVisible();
  await expect.element(page.getByText('5 of 200 alerts of your account')).toBeVisible();
  await page.getByRole('tab', { name: 'Paused 2' }).click();
  await expect.element(page.getByText(/its watchlist was deleted/)).toBeVisible();
  const newer = page.getByRole('button', { name: /^Newer/ });
  await expect.element(newer.getByText(/made by a newer version/)).toBeVisible();
  await expect.element(newer).toBeDisabled();
});

test('a missing value is told at its field, and a press creates the alert once', async () => {
  const server = new FakeServer(COMMERCIAL);
  const created = server.on(createAlert, ({ body: { key: _, ...given } }) => ({
    alert: alertOf(1, priceCondition(1, 2), given),
    isTrueNow: false,
  }));
  const { openPanel } = await open(priceCondition(105, 2), server);
  await valueField().fill('');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Type a number.')).toBeVisible();
  await expect.element(valueField()).toHaveFocus();
  await valueField().fill('1,050.5');
  await page.getByRole('button', { name: 'symbol', exact: true }).click();
  await page.getByRole('button', { name: 'Create alert' }).click();
  await eventually(() => expect(openPanel).toHaveBeenCalledWith(NOTHING_OPEN));
  expect(created.map(({ body }) => [body.conditions, body.message])).toEqual([
    [[{ kind: 'price', is: 'crosses', value: 1050.5 }], '{{symbol}}'],
  ]);
});

test('an alert that is changed after a lost answer is created as changed', async () => {
  const server = new FakeServer(COMMERCIAL);
  let isAnswering = false;
  server.on(createAlert, () => {
    if (!isAnswering) throw new Refusal(null);
    return { alert: alertOf(9, priceCondition(105, 2), { revision: 3 }), isTrueNow: false };
  });
  const changed = server.on(changeAlert, ({ body: { revision: _, ...given } }) => ({
    alert: alertOf(9, priceCondition(1, 2), given),
    isTrueNow: false,
  }));
  const { openPanel } = await open(priceCondition(105, 2), server);
  await page.getByRole('button', { name: 'Create alert' }).click();
  await expect.element(page.getByRole('alert')).toBeVisible();
  isAnswering = true;
  await valueField().fill('108');
  await page.getByRole('button', { name: 'Create alert' }).click();
  await eventually(() => expect(openPanel).toHaveBeenCalledWith(NOTHING_OPEN));
  expect(changed.map(({ params, body }) => [params.id, body.revision, body.conditions])).toEqual([
    [9, 3, [{ kind: 'price', is: 'crosses', value: 108 }]],
  ]);
});

test('the limit of the account is told with its number, and so is the refusal of the server', async () => {
  const server = new FakeServer(COMMERCIAL);
  const alerts = [1, 2, 3].map((id) => alertOf(id, priceCondition(id, 2)));
  server.on(listAlerts, () => ({ alerts, limit: 3 }));
  server.refuse(createAlert, 'CONFLICT', 'Your account may have 3 alerts.');
  await open(priceCondition(105, 2), server);
  await expect.element(page.getByText(/All 3 alerts of your account are in use/)).toBeVisible();
  await page.getByRole('button', { name: 'Create alert' }).click();
  await expect.element(page.getByText('Your account may have 3 alerts.')).toBeVisible();
});

test('a changed alert names the revision that was seen', async () => {
  const server = new FakeServer(COMMERCIAL);
  const alert = alertOf(4, priceCondition(105, 2), { revision: 6, name: 'Mine' });
  const changed = server.on(changeAlert, () => ({ alert, isTrueNow: false }));
  await open(alert, server);
  await page.getByRole('combobox', { name: 'Fires' }).selectOptions('barClose');
  await page.getByRole('button', { name: 'Save alert' }).click();
  await eventually(() => expect(changed).toHaveLength(1));
  const [request] = changed;
  expect([request?.params.id, request?.body.revision, request?.body.trigger]).toEqual([
    4,
    6,
    { kind: 'barClose' },
  ]);
});

test('an alert on a study with other inputs than the chart’s shows its own', async () => {
  const study = { kind: 'study', study: 'liquiditySpread', output: 'spread' } as const;
  const than = { value: 1 };
  const condition = { ...study, inputs: { length: 33 }, is: 'crosses', than } as const;
  await open(alertOf(4, condition), new FakeServer(COMMERCIAL));
  const chosen = page.getByRole('combobox', { name: 'Study' });
  await expect.element(chosen).toBeVisible();
  const { selectedOptions } = chosen.element() as HTMLSelectElement;
  expect(selectedOptions[0]?.text).toContain('(33');
});

/** A server that keeps alerts and takes their changes. */
function serverOf(alerts: Alert[]) {
  const server = new FakeServer(COMMERCIAL);
  server.on(listAlerts, () => ({ alerts, limit: 200 }));
  const changed = server.on(changeAlert, ({ params, body: { revision, ...given } }) => {
    const index = alerts.findIndex(({ id }) => id === params.id);
    const alert = { ...alertOf(params.id, priceCondition(1, 2)), ...given, revision: revision + 1 };
    alerts[index] = alert;
    return { alert, isTrueNow: false };
  });
  return { server, changed };
}

test('active alerts on a price have lines; a dragged one is changed, and that is undone', async () => {
  const { server, changed } = serverOf([
    alertOf(1, priceCondition(105, 2)),
    alertOf(2, priceCondition(90, 2), { state: 'paused', pausedFor: 'byOwner' }),
    alertOf(3, { kind: 'signal', side: 'buy', isStrongOnly: false }),
    alertOf(4, priceCondition(80, 2), { symbol: 'FMP:ETHUSD' }),
  ]);
  const { setLines, emit, openPanel } = await open('chart', server);
  await expect.poll(() => setLines.mock.lastCall?.[0]).toEqual([{ id: 1, price: 105 }]);
  emit('alertMoved', { id: 1, price: 107.5 });
  await expectToast('The alert waits for 107.50.');
  await expect.poll(() => setLines.mock.lastCall?.[0]).toEqual([{ id: 1, price: 107.5 }]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => setLines.mock.lastCall?.[0]).toEqual([{ id: 1, price: 105 }]);
  expect(changed.map(({ body }) => body.revision)).toEqual([1, 2]);
  emit('alertPressed', { id: 1 });
  expect(openPanel.mock.lastCall?.[0]).toMatchObject({ kind: 'change-alert', alert: { id: 1 } });
});

test('an alert on a watchlist has a line on the charts of its instruments, which is pressed and not dragged', async () => {
  const on = (id: number, watchlist: number, idle: string[]) =>
    alertOf(id, priceCondition(100 + id, 2), {
      symbol: 'FMP:ETH/USD',
      watchlist,
      instruments: { count: 2, paused: 0, fired: idle.length, idle },
    });
  const { server } = serverOf([
    on(1, 7, []),
    on(2, 7, ['FMP:ETH/USD']),
    on(3, 7, ['FMP:BTC/USD']),
    on(4, 8, []),
  ]);
  const listOf = (id: number, symbol: string) => ({
    ...{ id, name: 'Coins', colour: null, revision: 1, changedAtMs: 0 },
    entries: [{ kind: 'symbol' as const, symbol, flag: null }],
  });
  const watchlists = [listOf(7, 'FMP:BTC/USD'), listOf(8, 'FMP:ETH/USD')];
  server.on(listWatchlists, () => ({ watchlists }));
  const { setLines, emit, openPanel } = await open('chart', server);
  await expect
    .poll(() => setLines.mock.lastCall?.[0])
    .toEqual([
      { id: 1, price: 101, isFixed: true },
      { id: 2, price: 102, isFixed: true },
    ]);
  emit('alertPressed', { id: 2 });
  expect(openPanel.mock.lastCall?.[0]).toMatchObject({ kind: 'change-alert', alert: { id: 2 } });
});

test('a line that cannot be moved returns to its place', async () => {
  const { server } = serverOf([alertOf(1, priceCondition(105, 2))]);
  server.refuse(changeAlert, 'RECORD_CHANGED', 'It was changed elsewhere.');
  const { setLines, emit } = await open('chart', server);
  await expect.poll(() => setLines.mock.lastCall?.[0]).toEqual([{ id: 1, price: 105 }]);
  setLines.mockClear();
  emit('alertMoved', { id: 1, price: 107.5 });
  await expect.poll(() => setLines.mock.lastCall?.[0]).toEqual([{ id: 1, price: 105 }]);
});

test('an alert follows its drawing, is paused once that is removed, and goes on once it is back', async () => {
  const point = { timeMs: T0, price: 105 };
  const drawing = {
    id: 'line',
    tool: 'horizontalLine',
    symbol: 'FMP:BTC/USD',
    points: [point],
    text: '',
    isLocked: false,
    isVisible: true,
    style: {},
  } as unknown as Drawing;
  const market = { hours: MARKET_HOURS.crypto, resolution: '60' } as const;
  const condition = drawingCondition(drawing, { market, isLogarithmic: false, layout: null });
  if (!condition) throw new Error('A horizontal line can be watched.');
  const alerts = [
    alertOf(1, condition),
    alertOf(2, condition, { state: 'paused', pausedFor: 'byOwner' }),
  ];
  const { server, changed } = serverOf(alerts);
  const set = server.on(setAlerts, ({ body }) => {
    alerts[0] = alertOf(1, condition, { state: 'paused', pausedFor: 'noDrawing', revision: 3 });
    return { changed: body.ids };
  });
  const { drawings } = await open('chart', server);
  drawings.set([{ ...drawing, points: [{ ...point, price: 108 }] }]);
  await expect
    .poll(() => changed[0]?.body.conditions[0])
    .toMatchObject({ figure: { lines: [{ from: { price: 108 }, to: { price: 108 } }] } });
  drawings.set([]);
  await expect
    .poll(() => set.at(-1)?.body)
    .toEqual({ ids: [1], to: { kind: 'paused', for: 'noDrawing' } });
  await expectToast('its drawing was removed');
  drawings.set([{ ...drawing, points: [{ ...point, price: 109 }] }]);
  await expectToast('its drawing is back');
  expect(changed.map(({ params, body }) => [params.id, body.revision])).toEqual([
    [1, 1],
    [1, 3],
  ]);
  expect(changed[1]?.body.conditions[0]).toMatchObject({
    figure: { lines: [{ from: { price: 109 }, to: { price: 109 } }] },
  });
  expect(set).toHaveLength(1);
});

test('the list of alerts leads to a new one at the price of the chart', async () => {
  const server = new FakeServer(COMMERCIAL);
  server.on(listAlerts, () => ({ alerts: [], limit: 200 }));
  const { openPanel } = await open('drawer', server);
  await expect.element(page.getByText('No alert is active.')).toBeVisible();
  await page.getByRole('button', { name: 'New alert' }).click();
  expect(openPanel).toHaveBeenCalledWith({ kind: 'alert', condition: priceCondition(110, 2) });
});

test('marked alerts are paused together, and that is undone; deleting asks first', async () => {
  const server = new FakeServer(COMMERCIAL);
  const alerts = [1, 2].map((id) => alertOf(id, priceCondition(id, 2)));
  server.on(listAlerts, () => ({ alerts, limit: 200 }));
  const set = server.on(setAlerts, ({ body }) => ({ changed: body.ids }));
  await open('drawer', server);
  await page.getByRole('checkbox', { name: 'Mark all' }).click();
  await page.getByRole('button', { name: 'Pause' }).click();
  await expectToast('2 alerts paused.');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => set.map(({ body }) => body.to.kind)).toEqual(['paused', 'active']);
  await page.getByRole('checkbox', { name: 'Mark BTCUSD (FMP) crosses 2' }).click();
  await page.getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('dialog', { name: 'Delete the alert?' });
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect.poll(() => set.at(-1)?.body).toEqual({ ids: [2], to: { kind: 'deleted' } });
});

test('more alerts than one call takes are changed in parts, without an undo that would end what had fired', async () => {
  const server = new FakeServer(COMMERCIAL);
  const alerts = Array.from({ length: 201 }, (_, at) => ({
    ...alertOf(at + 1, priceCondition(at + 1, 2)),
    state: 'fired' as const,
  }));
  server.on(listAlerts, () => ({ alerts, limit: 1_000 }));
  const set = server.on(setAlerts, ({ body }) => ({ changed: body.ids }));
  await open('drawer', server);
  await page.getByRole('tab', { name: /^Fired/ }).click();
  await page.getByRole('checkbox', { name: 'Mark all' }).click();
  await page.getByRole('button', { name: 'Activate' }).click();
  await expectToast('201 alerts activated.');
  expect(set.map(({ body }) => body.ids.length)).toEqual([200, 1]);
  await expect.element(page.getByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
});

test('the log tells each way of a firing, and sends again what failed', async () => {
  const server = new FakeServer(COMMERCIAL);
  server.on(listAlertFirings, () => ({ firings: [FIRING], nextCursor: null, unseen: 0 }));
  const sent = server.on(resendAlertFiring, () => FIRING);
  const { setPast } = await open('drawer', server);
  await page.getByRole('tab', { name: 'Log' }).click();
  await expect.element(page.getByText('E-mail sent')).toBeVisible();
  await expect.element(page.getByText('It answered 500.')).toBeVisible();
  await page.getByRole('button', { name: 'Resend' }).click();
  await expect.poll(() => sent.length).toBe(1);
  await page.getByRole('button', { name: /The price was 105.20/ }).click();
  await expect.poll(() => setPast.mock.lastCall?.[0]).toEqual([{ timeMs: T0, price: 105 }]);
});

test('the secret of a new webhook is shown once', async () => {
  const server = new FakeServer(COMMERCIAL);
  const created = server.on(createWebhook, ({ body }) => ({
    webhook: {
      id: 1,
      ...body,
      isEnabled: true,
      disabledFor: null,
      createdAtMs: T0,
      oldSecretEndsMs: null,
    },
    secret: 'whsec_abc',
  }));
  await open('drawer', server);
  await page.getByRole('tab', { name: 'Webhooks' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Mine');
  await page.getByRole('textbox', { name: 'Address' }).fill('https://hooks.example.com');
  await page.getByRole('button', { name: 'Add webhook' }).click();
  const secret = page.getByRole('textbox', { name: 'Secret of Mine' });
  await expect.element(secret).toHaveValue('whsec_abc');
  expect(created).toHaveLength(1);
  await userEvent.keyboard('{Escape}');
  await expect.element(secret).toBeVisible();
  await page.getByRole('button', { name: 'I have stored it' }).click();
  await expect.element(secret).not.toBeInTheDocument();
});

test.each(SCREENS)('the dialog and the list $guarantee', async (size) => {
  const check = await openScreen(size);
  const server = new FakeServer(COMMERCIAL);
  const many: AlertCondition[] = [
    { kind: 'channel', price: 'enters', low: 100, high: 120 },
    { kind: 'volume', times: 2, bars: 20 },
  ];
  const alert = alertOf(1, priceCondition(105, 2), {
    conditions: many,
    trigger: { kind: 'atMostEvery', minutes: 5 },
    hours: { from: 60, to: 120 },
  });
  server.on(listAlerts, () => ({ alerts: [alert], limit: 200 }));
  await open(alert, server);
  await expect.element(page.getByRole('button', { name: 'Save alert' })).toBeVisible();
  await check('the dialog');
  await cleanup();
  server.on(listAlertFirings, () => ({ firings: [FIRING], nextCursor: null, unseen: 0 }));
  await open('drawer', server);
  await expect.element(page.getByRole('checkbox', { name: 'Mark all' })).toBeVisible();
  await check('the list');
  await page.getByRole('tab', { name: 'Log' }).click();
  await expect.element(page.getByRole('button', { name: 'Resend' })).toBeVisible();
  await check('the log');
  await page.getByRole('tab', { name: 'Webhooks' }).click();
  await expect.element(page.getByRole('button', { name: 'Add webhook' })).toBeVisible();
  await check('the webhooks');
});

test('an alert on a screen tells its screen and how many are in it, and leads there', async () => {
  const server = new FakeServer(COMMERCIAL);
  const onScreen = (id: number, screen: number, change: Partial<Alert> = {}) =>
    alertOf(id, priceCondition(1, 2), {
      ...newScreenDefinition({ id: screen, question: NEW_SCREEN.question }, 'FMP:BTC/USD'),
      ...change,
    });
  server.on(listAlerts, () => ({
    alerts: [
      onScreen(1, 7, { members: 1_204 }),
      onScreen(2, 8, { state: 'paused', pausedFor: 'noScreen' }),
      onScreen(3, 7, { state: 'paused', pausedFor: 'noRight' }),
    ],
    limit: 200,
  }));
  const { question, columns } = NEW_SCREEN;
  const kept = { id: 7, name: 'Oversold', question, columns: [...columns] };
  server.on(listScreens, () => ({ screens: [{ ...kept, revision: 1, changedAtMs: T0 }] }));
  server.on(listWatchlists, () => ({ watchlists: [] }));
  await open('drawer', server);
  const row = page.getByRole('listitem').filter({ hasText: '1,204 instruments are in it now.' });
  await expect
    .element(row.getByText('An instrument enters the screen “Oversold”', { exact: true }))
    .toBeVisible();
  const link = row.getByRole('link', { name: 'Open the screen' });
  expect(link.element().getAttribute('href')).toMatch(/^\/dashboard\/screener\?.*screen=.*7/);
  await expectNoBarriers('alerts on screens');
  await page.getByRole('tab', { name: /^Paused/ }).click();
  await expect.element(page.getByText(/^Paused: its screen was deleted/)).toBeVisible();
  await expect
    .element(page.getByText(/^Paused: your account may not use the screener/))
    .toBeVisible();
});
