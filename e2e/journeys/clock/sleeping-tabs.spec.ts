import type { BrowserContext, Page, Request } from '@playwright/test';
import { holdClock, MINUTE_MS, passOnServer, passTime } from '../../clock.ts';
import { signInElsewhere } from '../../elsewhere.ts';
import { expect, NOBODY, test } from '../../journey.ts';
import { avatar, makePerson, signInByPage } from '../../people.ts';
import { openPanel, openPrivacy } from '../../screens/account-screens.ts';
import { signedIn } from '../../session.ts';

test.use({ storageState: NOBODY });

/** Records every token renewal of the browser from now on, in any tab. */
function listenForRenewals(context: BrowserContext): Request[] {
  const renewals: Request[] = [];
  context.on('request', (request) => {
    if (request.url().endsWith('/api/auth/refresh')) renewals.push(request);
  });
  return renewals;
}

/** Public calls: the renewal, the health check, and bars that visitors may see. */
const OPEN_TO_ALL = /^\/api\/(auth\/refresh|health\/live|stream\/ticket|data\/histoday)$/;

/** Records the calls of a page without a token that need one. */
function listenForNobody(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', async (request) => {
    const { pathname } = new URL(request.url());
    if (!pathname.startsWith('/api/') || OPEN_TO_ALL.test(pathname)) return;
    const { authorization } = await request.allHeaders().catch(() => request.headers());
    if (!authorization) asked.push(pathname);
  });
  return asked;
}

/** The last call of an opening chart. */
const LAST_READ = '/api/data/marks';

/**
 * The calls of a page that are unanswered, or that it was told to repeat later, including the last call it has to make.
 */
function listenForUnread(page: Page): () => string[] {
  const open = new Set<Request>();
  const owed = new Set([LAST_READ]);
  const pathOf = (request: Request) => new URL(request.url()).pathname;
  page.on('request', (request) => {
    if (pathOf(request).startsWith('/api/')) open.add(request);
  });
  page.on('requestfailed', (request) => open.delete(request));
  page.on('requestfinished', async (request) => {
    const answer = await request.response();
    if (answer?.status() === 503) owed.add(pathOf(request));
    else owed.delete(pathOf(request));
    open.delete(request);
  });
  return () => [...owed, ...[...open].map(pathOf)];
}

/** No tab of the browser is renewing the token. */
async function expectSettled(page: Page): Promise<void> {
  const countTurns = () =>
    page.evaluate(async () => {
      const { held = [], pending = [] } = await navigator.locks.query();
      return [...held, ...pending].filter(({ name }) => name === 'session-refresh').length;
    });
  await expect.poll(countTurns).toBe(0);
}

const CHART = '/dashboard/live-chart';
/** A page that holds a session like the chart, but draws nothing. */
const QUIET = '/dashboard/profile';

async function openIn(tab: Page, path: string): Promise<Page> {
  await tab.goto(path);
  await expect(avatar(tab)).toBeVisible();
  return tab;
}

const openTab = async (context: BrowserContext, path: string) =>
  openIn(await context.newPage(), path);

test('the tabs of a browser renew the token once a period, once after a long sleep, and after an outage of the network', async ({
  browser,
  request,
  consoleGuard,
}) => {
  consoleGuard.expectClosedStreams();
  consoleGuard.expectNoNetwork();
  const { email } = await makePerson(request);
  const context = await browser.newContext({ storageState: await signedIn(email) });
  consoleGuard.listenTo(context);
  const page = await context.newPage();
  await holdClock(page);
  const renewals = listenForRenewals(context);
  await openIn(page, CHART);
  const tabs = [page, await openTab(context, QUIET), await openTab(context, QUIET)];
  const expectSignedIn = async () => {
    for (const tab of tabs) {
      await expect(avatar(tab)).toBeVisible();
      await expect(tab).toHaveURL(/\/dashboard\//);
    }
  };
  for (let minute = 4; minute <= 24; minute += 4) {
    await passTime(page, 4 * MINUTE_MS);
    await expectSettled(page);
  }
  await expectSignedIn();
  // A token lives ten minutes and is renewed after eight: the last time in the 24th.
  expect(renewals).toHaveLength(3);

  await passTime(page, 3 * 60 * MINUTE_MS);
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await openPrivacy(page);
  await openPanel(page, 'sessions');
  await expect(page.getByText('This device')).toBeVisible();
  await expectSettled(page);
  expect(renewals).toHaveLength(4);

  await context.setOffline(true);
  await passTime(page, 30 * MINUTE_MS);
  await expect(page.getByText('You are offline. Stored data is shown.')).toBeVisible();
  await expectSignedIn();
  const renewed = context.waitForEvent('response', (answer) =>
    answer.url().endsWith('/api/auth/refresh'),
  );
  await context.setOffline(false);
  expect((await renewed).status()).toBe(200);
  await expect(page.getByText('You are offline. Stored data is shown.')).toHaveCount(0);
  await expectSettled(page);
  const answers = await Promise.all(renewals.map((asked) => asked.response()));
  expect(answers.filter((answer) => answer !== null)).toHaveLength(5);
  await page.reload();
  await expect(avatar(page)).toBeVisible();
  await context.close();
});

test('a tab that slept while its session was ended wakes up at the sign-in page, without a notice', async ({
  page,
  consoleGuard,
}) => {
  consoleGuard.expectAnswer(401, '/api/auth/refresh');
  const person = await makePerson(page.request);
  await holdClock(page);
  const readUnread = listenForUnread(page);
  await signInByPage(page, person);
  // Calls that are still open when the session ends are refused and would show on the console.
  await expect.poll(readUnread).toEqual([]);
  const asNobody = listenForNobody(page);
  const sleep = await page.context().newCDPSession(page);
  await sleep.send('Page.setWebLifecycleState', { state: 'frozen' });
  await (await signInElsewhere(person)).endOthers();
  await passOnServer(30 * MINUTE_MS);
  // Its clock has moved by the time it wakes up: waiting calls find the token expired.
  await page.clock.fastForward(30 * MINUTE_MS);
  await sleep.send('Page.setWebLifecycleState', { state: 'active' });
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByRole('heading', { name: 'Sign in to your account' })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull();
  expect(asNobody).toEqual([]);
});
