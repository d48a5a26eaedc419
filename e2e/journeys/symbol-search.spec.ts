import type { Locator, Page } from '@playwright/test';
import { expectNoBarriers } from '../barriers.ts';
import { openChart } from '../chart-page.ts';
import { expect, test } from '../journey.ts';
import { signedIn } from '../session.ts';

test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('chart', '{"isTourDone":true}'));
});

const symbolsOf = (page: Page) => page.getByRole('listbox', { name: 'Symbols' });

const fieldOf = (search: Locator) => search.getByRole('combobox', { name: 'Code or description' });

async function openSearch(page: Page) {
  await page.keyboard.press('g');
  return page.getByRole('dialog', { name: 'Symbol search' });
}

/** Finds by name, by pair with any separator, and by type. */
async function findInstruments(page: Page, search: Locator): Promise<void> {
  const field = fieldOf(search);
  await field.fill('white maize');
  await expect(symbolsOf(page).getByRole('option').first()).toContainText(
    /^WMAZ.*White maize · \w{3} \d{4}/,
  );
  for (const text of ['EUR/USD', 'eur usd', 'euro']) {
    await field.fill(text);
    for (const source of ['FMP', 'Tiingo']) {
      await expect(
        symbolsOf(page).getByRole('option', { name: new RegExp(`EURUSD.*${source}`) }),
      ).toBeVisible();
    }
  }
  await field.fill('bitcoin');
  for (const source of ['FMP', 'Bitfinex', 'Tiingo']) {
    await expect(
      symbolsOf(page).getByRole('option', { name: new RegExp(`BTCUSD.*${source}`) }),
    ).toBeVisible();
  }
  await field.fill('usd');
  const forex = symbolsOf(page).getByRole('option', { name: /EURUSD.*FMP/ });
  await expect(forex).toBeVisible();
  await search.getByRole('combobox', { name: 'Type' }).selectOption('Crypto');
  await expect(forex).toHaveCount(0);
  await expect(symbolsOf(page).getByRole('option', { name: /BTCUSD.*FMP/ })).toBeVisible();
}

/** The focused element at the moment the rows of the search appear. */
function holderOfFocus(page: Page): Promise<string | null | undefined> {
  return page.evaluate(
    () =>
      new Promise<string | null | undefined>((resolve) => {
        new MutationObserver((_, observer) => {
          if (!document.querySelector('#symbol-list [role="option"]')) return;
          observer.disconnect();
          resolve(document.activeElement?.getAttribute('aria-label'));
        }).observe(document, { childList: true, subtree: true });
      }),
  );
}

test('the search has every letter that was typed, finds instruments, and keeps starred ones first', async ({
  page,
  context,
}) => {
  let arrive = () => {};
  const arrival = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route(/\/assets\/SymbolFinder-.*\.js/, async (route) => {
    await arrival;
    await route.continue();
  });
  await openChart(page);
  // Typed while the search is still loading.
  await page.keyboard.type('btcusd');
  await expect(page.getByRole('status').filter({ hasText: 'Opening…' })).toBeVisible();
  arrive();
  const search = page.getByRole('dialog', { name: 'Symbol search' });
  await expect(fieldOf(search)).toHaveValue(/^btcusd$/i);
  await expect(fieldOf(search)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(search).toHaveCount(0);
  // Typed immediately on a slow machine.
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 12 });
  await page.keyboard.type('ethusd');
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await expect(fieldOf(search)).toHaveValue(/^ethusd$/i);
  await findInstruments(page, search);
  await search.getByRole('combobox', { name: 'Type' }).selectOption('All types');
  await fieldOf(search).fill('fmp aapl');
  await fieldOf(search).press('Shift+Enter');
  await expect(symbolsOf(page).getByRole('option', { name: /AAPL.*Starred/ })).toBeVisible();

  await page.reload();
  await expect(page.getByText(/^Last closed bar/)).toBeAttached();
  // Enter belongs to the search from the moment its rows exist.
  const holder = holderOfFocus(page);
  await openSearch(page);
  expect(await holder).toBe('Code or description');
  await fieldOf(search).fill('');
  const first = symbolsOf(page).getByRole('option').first();
  await expect(first).toHaveAccessibleName(/AAPL.*Starred/);
  await expectNoBarriers(page);
  await first.getByTitle('Remove star').click();
  await expect(first).not.toHaveAccessibleName(/AAPL/);

  // The key that chooses a symbol does not press the button that gets the focus back.
  await page.keyboard.press('Escape');
  const several = page.getByRole('button', { name: 'Several charts' });
  await several.focus();
  await openSearch(page);
  await fieldOf(search).fill('fmp ethusd');
  await fieldOf(search).press('Enter');
  await expect(page).toHaveURL(/ETH/);
  await expect(several).toBeFocused();
  await expect(page.getByRole('menu')).toHaveCount(0);
});

/** Calls the API as the page does. */
function askAs(page: Page, path: string, query: Record<string, string>) {
  return page.evaluate(
    async (address) => {
      const authorization = `Bearer ${localStorage.getItem('accessToken')}`;
      return (await fetch(address, { headers: { authorization } })).json();
    },
    `${path}?${new URLSearchParams(query)}`,
  );
}

/** The last two daily closes; they are stored from then on. */
async function lastCloses(page: Page, e: string, fsym: string): Promise<[number, number]> {
  const toTs = String(Math.floor(Date.now() / 1_000) + 86_400);
  const query = { e, fsym, resolution: '1D', fromTs: '0', toTs, limit: '2' };
  const { Data } = await askAs(page, '/api/data/histoday', query);
  return [Data.at(-2).close, Data.at(-1).close];
}

/** A stock or contract whose market is closed now, so that its price does not move; no other journey opens it. */
async function restingSymbol(page: Page): Promise<[exchange: string, code: string]> {
  const hour = new Date().getUTCHours();
  if (hour < 12 || hour >= 22) return ['FMP', 'TSLA'];
  const query = { query: 'yellow maize', exchange: 'BVG' };
  const [found] = await askAs(page, '/api/data/search', query);
  return ['BVG', found.code];
}

/** A colour of the theme in the form of a computed style. */
function themeColor(page: Page, name: string): Promise<string> {
  return page.evaluate((variable) => {
    const probe = document.createElement('i');
    probe.style.color = `var(${variable})`;
    document.body.append(probe);
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  }, name);
}

const grouped = (value: number) =>
  value.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

test('a row shows the last close of history and its change, with sign and colour; a locked row has no price, and none is sent', async ({
  page,
  browser,
  consoleGuard,
}) => {
  await openChart(page);
  const [exchange, code] = await restingSymbol(page);
  await fieldOf(await openSearch(page)).fill(`${exchange} ${code}`);
  const row = symbolsOf(page).getByRole('option').first();
  const [previous, last] = await lastCloses(page, exchange, code);
  const percent = (100 * (last - previous)) / previous;
  const sign = percent > 0 ? '+' : '\u2212';
  const change = `${sign}${Math.abs(percent).toFixed(2)}\u00a0%`;
  await expect(row).toContainText(grouped(last));
  await expect(row).toContainText(change);
  await expect(row).toHaveAccessibleName(
    new RegExp(`${code}.* ${grouped(last)} ${change.replace('+', '\\+')}`),
  );
  const color = await themeColor(page, percent > 0 ? '--mt-up-text' : '--mt-down-text');
  await expect(row.getByText(change)).toHaveCSS('color', color);
  await expect(row.getByTitle(`Close of the session before: ${grouped(previous)}`)).toBeVisible();
  await expectNoBarriers(page);

  await lastCloses(page, 'FMP', 'AAPL');
  const context = await browser.newContext({ storageState: await signedIn('retail@demo.test') });
  consoleGuard.listenTo(context);
  const own = await context.newPage();
  await own.addInitScript(() => localStorage.setItem('chart', '{"isTourDone":true}'));
  await openChart(own);
  await fieldOf(await openSearch(own)).fill('fmp');
  const free = symbolsOf(own).getByRole('option', { name: /BTCUSD.*FMP/ });
  await expect(free).toContainText(/\d\.\d\d/);
  const locked = symbolsOf(own).getByRole('option', { name: /AAPL.*\(Locked\)/ });
  await expect(locked).toBeVisible();
  await expect(locked).not.toContainText(/\d|–/);
  const symbols = 'FMP:AAPL,FMP:BTCUSD';
  const told: { code: string }[] = await askAs(own, '/api/data/quotes', { symbols });
  expect(told.map(({ code }) => code)).toEqual(['BTCUSD']);
  await context.close();
});
