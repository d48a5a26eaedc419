import type { Page, Route } from '@playwright/test';

/** Delays requests to an address until the returned function is called. */
export async function holdBack(page: Page, address: RegExp): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((done) => {
    release = done;
  });
  await page.route(address, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/**
 * Lets the server answer reads of an address at once, but delivers the answers only later, so that they are outdated by
 * then. `read` resolves with the first answer.
 */
export async function keepAnswers(page: Page, address: string | RegExp) {
  let tellRead = () => {};
  const read = new Promise<void>((done) => {
    tellRead = done;
  });
  let release = () => {};
  const released = new Promise<void>((done) => {
    release = done;
  });
  const given: Promise<void>[] = [];
  const giveLate = async (route: Route) => {
    const response = await route.fetch();
    tellRead();
    await released;
    // The page may have aborted the request.
    await route.fulfill({ response }).catch(() => undefined);
  };
  await page.route(address, (route) => {
    if (route.request().method() !== 'GET') return route.fallback();
    given.push(giveLate(route));
  });
  /** Delivers the answers; resolves once the page has had half a second to use them. */
  const letCome = async () => {
    release();
    await Promise.all(given);
    await page.evaluate(() => new Promise((done) => setTimeout(done, 500)));
  };
  return { read, letCome };
}
