import {
  byExchange,
  createAlert,
  createScreen,
  createWatchlist,
  deleteScreen,
  getAllExchanges,
  getSymbol,
  listAlerts,
  listScreens,
  listWebhooks,
  type SavedScreen,
  type ScreenRow,
  saveScreen,
  screenInstruments,
} from '@moneytrail/contract';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { NEW_SCREEN, writeScreen } from '../../lib/screen-address.ts';
import { RETAIL } from '../../testing/accounts.ts';
import { FakeServer, Refusal } from '../../testing/fake-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { openScreen, SCREENS } from '../../testing/screens.ts';
import { expectToast } from '../../testing/toasts.ts';
import { makeRow } from './testing/make-row.ts';

const ALLOWED = {
  ...RETAIL,
  permissions: { ...RETAIL.permissions, isDetailedSummaryAllowed: true },
};
const LOCKED = 18;
const LOOK_AGAIN_MS = 2_000;

const MARK = { side: 'buy', strong: true, time: Date.UTC(2026, 10, 18) } as const;
const ROWS: ScreenRow[] = [
  makeRow(
    'AAPL',
    { close: 231.4, change1: 1.2, rsi: 61.5, volume: 4e7, markAgeDays: 3 },
    { mark: MARK },
  ),
  makeRow('MSFT', { close: 412.06, change1: -2.4, rsi: 28.4, volume: 2e7 }, { isOpen: false }),
  makeRow('NVDA', { close: 139.9, change1: 0.1, rsi: 44, volume: 9e7 }, { simulated: true }),
  makeRow('ZZZ'),
];

/** Finds rows by a condition on the RSI, and sorts them by symbol or RSI. */
function serverOf(rows: () => readonly ScreenRow[]) {
  const server = new FakeServer(ALLOWED);
  const asked = server.on(
    screenInstruments,
    ({ body: { question, studies, offset, limit, since } }) => {
      const present = rows();
      const version = String(present.length);
      const [condition] = question.groups[0]?.conditions ?? [];
      const most =
        condition?.kind === 'figure' && 'value' in condition.than ? condition.than.value : null;
      const found = present.filter(({ figures: { rsi } }) => most === null || (rsi ?? 100) < most);
      const { by, direction } = question.sort;
      const sorted =
        by === 'rsi'
          ? found.toSorted((a, b) => (a.figures.rsi ?? 0) - (b.figures.rsi ?? 0))
          : found;
      const ordered = direction === 'descending' ? sorted.toReversed() : sorted;
      return {
        version,
        total: present.length,
        locked: LOCKED,
        matched: found.length,
        pending: studies.map((figure) => ({
          study: figure.slice(0, figure.indexOf('-')),
          resolution: question.resolution,
          known: 1,
          total: present.length,
        })),
        rows: since === version ? null : ordered.slice(offset, offset + limit),
      };
    },
  );
  server.on(listScreens, () => ({ screens: [] }));
  server.on(getAllExchanges, () =>
    byExchange(() => ({ isOffline: false, flatSymbols: [], pairs: {} })),
  );
  // Charts need a price feed, which only journeys have.
  server.refuse(getSymbol, 'NOT_FOUND', 'It failed.');
  return { server, asked };
}

const found = page.getByRole('region', { name: 'Instruments found' });
const rowOf = (code: string) => found.getByRole('row').filter({ hasText: code });
const button = (name: string | RegExp) => page.getByRole('button', { name });
const codes = () =>
  [...document.querySelectorAll('tbody a')].map(({ textContent }) => textContent).join(' ');

test.each(SCREENS)('table, builder and heat map $guarantee', async (screen) => {
  const look = await openScreen(screen);
  const { server, asked } = serverOf(() => ROWS);
  await openPage('/dashboard/screener', server, ALLOWED);
  await expect
    .element(page.getByText('4 of 4 instruments; 18 are locked for your account'))
    .toBeVisible();
  await expect.element(found.getByText('AAPL', { exact: true })).toBeVisible();
  await look('all instruments');
  const isPhone = screen.width < 768;
  if (isPhone) {
    await page.getByLabelText('Sorted by').selectOptions('Sorted by RSI');
    await button('Ascending: sort descending').click();
    await expect.element(button('Descending: sort ascending')).toBeVisible();
    await look('sorted cards');
    await button('Conditions').click();
  }
  await button('Oversold').click();
  await expect
    .element(page.getByText('1 of 4 instruments; 18 are locked for your account'))
    .toBeVisible();
  await look('a preset');
  await button('RSI is below 30').click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByText('RSI is below 30.')).toBeVisible();
  await look('a condition');
  await dialog.getByLabelText('Condition on').selectOptions('The exchange');
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect.element(dialog.getByText('Choose at least one.')).toBeVisible();
  await look('a condition that is not complete');
  await userEvent.keyboard('{Escape}');
  await button('Columns').click();
  await expect.element(dialog.getByRole('listbox')).toBeVisible();
  await look('the columns');
  const added = dialog.getByRole('combobox', { name: 'Add a column' });
  await added.fill('stoch rsi');
  await expect.element(page.getByRole('option', { name: /^Stoch RSI %K/ })).toBeVisible();
  await look('a search for an indicator');
  await page.getByRole('option', { name: /^Stoch RSI %K/ }).click();
  await expect.poll(() => asked.at(-1)?.body.studies).toEqual(['stochasticRsi-k']);
  await expect.element(dialog.getByRole('option', { name: 'Stoch RSI %K' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect
    .element(page.getByText('Stoch RSI is being computed: 1 of 4 instruments'))
    .toBeVisible();
  if (!isPhone) await expect.element(found.getByText('Stoch RSI %K')).toBeVisible();
  await look('an indicator that is being computed');
  await button('Clear').first().click();
  await page.getByText('Heat map').click();
  await expect
    .element(
      page.getByRole('option', { name: /^MSFT MSFT Incorporated, Change over 1 bar −2\.40/ }),
    )
    .toBeVisible();
  await expect
    .element(page.getByRole('option', { name: /^NVDA NVDA Incorporated, Simulated, Change/ }))
    .toBeVisible();
  await look('the heat map');
});

test('a link shows its screen; sorting, columns and conditions change the address by keys alone', async () => {
  const { server, asked } = serverOf(() => ROWS);
  const { router } = await openPage(
    '/dashboard/screener?interval=240&where=and/and:rsi_below_50&columns=rsi.close',
    server,
    ALLOWED,
  );
  await expect.element(found.getByText('NVDA', { exact: true })).toBeVisible();
  expect(asked.at(-1)?.body.question).toMatchObject({ resolution: '240' });
  await found.getByRole('button', { name: 'RSI' }).click();
  await expect.poll(codes).toBe('MSFT NVDA');
  expect(router.state.location.search).toMatchObject({ order: 'rsi' });
  await button('RSI is below 50').click();
  await userEvent.tab();
  const value = page.getByRole('dialog').getByLabelText('Value');
  await value.fill('30');
  await userEvent.keyboard('{Enter}');
  await expect.poll(codes).toBe('MSFT');
  await button('Columns').click();
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}{Escape}');
  expect(router.state.location.search).toEqual({
    interval: '240',
    where: 'and/and:rsi_below_30',
    order: 'rsi',
    columns: 'close.rsi',
  });
  await rowOf('MSFT').click();
  const chart = page.getByRole('complementary', { name: 'Chart of MSFT' });
  await expect.element(chart.getByText('MSFT · 4h')).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect
    .poll(() => router.state.location.href)
    .toBe('/dashboard/live-chart?symbol=FMP:MSFT&resolution=240');
});

test('rows that enter or leave are marked, and answers without a change are asked for by their version', async () => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval', 'Date'],
    shouldAdvanceTime: true,
  });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  let rows = ROWS;
  const { server, asked } = serverOf(() => rows);
  await openPage('/dashboard/screener', server, ALLOWED);
  await expect.element(found.getByText('AAPL', { exact: true })).toBeVisible();
  await expect.element(rowOf('AAPL').getByText('▲ BUY strong · 3 d')).toBeVisible();
  // Rows under the pointer would keep their places.
  await page.getByRole('link', { name: 'Screener' }).hover();
  await vi.advanceTimersByTimeAsync(LOOK_AGAIN_MS);
  await expect.poll(() => asked.at(-1)?.body.since).toBe('4');
  expect(found.getByText('New').elements()).toEqual([]);
  rows = [...ROWS.slice(1), makeRow('TSLA'), makeRow('XOM')];
  await vi.advanceTimersByTimeAsync(LOOK_AGAIN_MS);
  await expect.element(rowOf('AAPL').getByText('Left')).toBeVisible();
  await expect.element(rowOf('TSLA').getByText('New')).toBeVisible();
  await vi.advanceTimersByTimeAsync(4 * LOOK_AGAIN_MS);
  await expect.element(rowOf('AAPL')).not.toBeInTheDocument();
  await expect.element(rowOf('TSLA').getByText('New')).not.toBeInTheDocument();
});

test('a broken link, a failed search and an empty one say so and lead on', async () => {
  const { server } = serverOf(() => ROWS);
  server.refuse(screenInstruments, 'NOT_FOUND', 'It failed.');
  await openPage('/dashboard/screener?where=and/and:rsj_below_30', server, ALLOWED);
  await expect.element(page.getByText(/^Parts of this link cannot be read/)).toBeVisible();
  await expect
    .element(page.getByText('The instruments could not be searched. It failed.'))
    .toBeVisible();
  const answer = { version: '1', total: 4, locked: 0, matched: 0, pending: [], rows: [] };
  server.on(screenInstruments, () => answer);
  await button('Retry').click();
  await expect.element(page.getByText(/^No instrument fulfils/)).toBeVisible();
});

test('an account without the right reads what the screener is, and comes to its subscription', async () => {
  const { router } = await openPage('/dashboard/screener', new FakeServer(RETAIL), RETAIL);
  await expect
    .element(page.getByRole('heading', { name: 'The screener comes with the detailed summary' }))
    .toBeVisible();
  await expect.element(button('Manage Your Subscriptions')).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Plans and prices' })).toBeVisible();
  expect(router.state.location.pathname).toBe('/dashboard/screener');
});

const savedOf = (fields: Partial<SavedScreen>): SavedScreen => ({
  id: 7,
  name: 'Mine',
  question: NEW_SCREEN.question,
  columns: [...NEW_SCREEN.columns],
  revision: 1,
  changedAtMs: 0,
  ...fields,
});

test('a screen is saved, merged with the change of another device, deleted and brought back', async () => {
  const { server } = serverOf(() => ROWS);
  let stored = savedOf({});
  const made = server.on(createScreen, ({ body: { key: _, replaces: __, ...fields } }) =>
    savedOf(fields),
  );
  const saves = server.on(saveScreen, ({ body: { baseRevision, ...fields } }) => {
    if (baseRevision !== stored.revision) throw new Refusal('RECORD_CHANGED', 'It has changed.');
    stored = { ...stored, ...fields, revision: stored.revision + 1 };
    return stored;
  });
  server.on(deleteScreen, () => undefined);
  server.on(createWatchlist, () => {
    throw new Refusal('INTERNAL');
  });
  const { router } = await openPage('/dashboard/screener', server, ALLOWED);
  await expect.element(found.getByText('AAPL', { exact: true })).toBeVisible();
  await button('Saved screens').click();
  await page.getByRole('menuitem', { name: 'Save as…' }).click();
  await page.getByLabelText('Name').fill('Mine');
  await userEvent.keyboard('{Enter}');
  await expectToast('“Mine” was saved.');
  expect(router.state.location.search).toEqual({ screen: '7' });
  // Another device renames it meanwhile.
  stored = savedOf({ name: 'Theirs', revision: 2 });
  server.on(listScreens, () => ({ screens: [stored] }));
  await button('Oversold').click();
  await expect.poll(() => router.state.location.search).not.toMatchObject({ screen: '7' });
  await router.navigate({
    to: '.',
    search: { ...writeScreen(NEW_SCREEN), interval: '60', screen: '7' } as object,
  });
  await button('Mine (changed)').click();
  await page.getByRole('menuitem', { name: 'Save', exact: true }).click();
  await expectToast('It was changed elsewhere too; both changes are kept.');
  expect(saves).toHaveLength(2);
  expect(stored).toMatchObject({ name: 'Theirs', question: { resolution: '60' } });
  await button('Theirs').click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expectToast('“Theirs” was deleted.');
  await button('Undo').click();
  await expect.poll(() => made.length).toBe(2);
  // Its alerts go on with it.
  expect(made[1]?.body).toMatchObject({ replaces: 7 });
  await expect.element(button('Theirs')).toBeVisible();
});

test.each(SCREENS)(
  'an alert on new rows is made, of a screen that is saved first $guarantee',
  async (screen) => {
    const look = await openScreen(screen);
    const { server } = serverOf(() => ROWS);
    server.on(createScreen, ({ body: { key: _, replaces: __, ...fields } }) => savedOf(fields));
    server.on(listWebhooks, () => []);
    server.on(listAlerts, () => ({ alerts: [], limit: 200 }));
    const made = server.on(createAlert, ({ body: { key: _, ...definition } }) => ({
      alert: {
        ...definition,
        id: 1,
        state: 'active' as const,
        pausedFor: null,
        snoozedUntilMs: null,
        revision: 1,
        createdAtMs: 0,
        firedCount: 0,
        lastFiredMs: null,
        instruments: null,
        members: null,
      },
      isTrueNow: false,
    }));
    await openPage('/dashboard/screener?where=and/and:rsi_below_50', server, ALLOWED);
    await expect.element(page.getByText(/^2 of 4 instruments/)).toBeVisible();
    await button('Alert on new rows').click();
    await page.getByLabelText('Name').fill('Weak');
    await userEvent.keyboard('{Enter}');
    const dialog = page.getByRole('dialog', { name: 'Alert on new rows' });
    await expect.element(dialog.getByText(/^2 instruments are in it now\./)).toBeVisible();
    await dialog.getByLabelText('Fires when an instrument').selectOptions('leaves the screen');
    const sentence = /^When an instrument leaves the screen “Weak”, at the close of a bar/;
    await expect.element(dialog.getByText(sentence)).toBeVisible();
    await look('the alert');
    await dialog.getByRole('button', { name: 'Create alert' }).click();
    await expectToast('Alert created.');
    expect(made[0]?.body).toMatchObject({
      screen: { id: 7, event: 'leaves' },
      conditions: [],
      trigger: { kind: 'barClose' },
    });
  },
);

test('a slow save keeps what was changed meanwhile, and Back restores the screen before a preset', async () => {
  const { server } = serverOf(() => ROWS);
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  server.on(createScreen, async ({ body: { key: _, replaces: __, ...fields } }) => {
    await answered;
    return savedOf(fields);
  });
  const where = 'and/and:rsi_below_50';
  const { router } = await openPage(`/dashboard/screener?where=${where}`, server, ALLOWED);
  await expect.poll(codes).toBe('MSFT NVDA');
  await button('Saved screens').click();
  await page.getByRole('menuitem', { name: 'Save as…' }).click();
  await page.getByLabelText('Name').fill('Mine');
  await userEvent.keyboard('{Enter}');
  await page.getByText('4h', { exact: true }).click();
  answer();
  await expectToast('“Mine” was saved.');
  const changed = { interval: '240', where, screen: '7' };
  await expect.poll(() => router.state.location.search).toEqual(changed);
  await page.getByRole('checkbox', { name: 'Select NVDA' }).click();
  await expect.element(button('Add 1 selected')).toBeVisible();
  await button('Oversold').click();
  await expect.poll(codes).toBe('MSFT');
  await expect.element(button('Add all found')).toBeVisible();
  router.history.back();
  await expect.poll(() => router.state.location.search).toEqual(changed);
});
