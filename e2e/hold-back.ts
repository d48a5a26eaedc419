import type { Page, Route } from '@playwright/test';

/** Holds back requests to an address until the returned function is called; then they go on, or are answered as given. */
export async function holdBack(
  page: Page,
  address: RegExp,
  goOn = (route: Route): Promise<void> => route.continue(),
): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((done) => {
    release = done;
  });
  await page.route(address, async (route) => {
    await released;
    await goOn(route);
  });
  return release;
}

/**
 * Lets the server answer what is read from an address, and keeps the answers until they are let come: they are from
 * before whatever happens meanwhile. `read` is when the first of them is there.
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
    // It may have been given up by then.
    await route.fulfill({ response }).catch(() => undefined);
  };
  await page.route(address, (route) => {
    if (route.request().method() !== 'GET') return route.fallback();
    given.push(giveLate(route));
  });
  /** Resolves once the kept answers have come, and the page has had half a second to make something of them. */
  const letCome = async () => {
    release();
    await Promise.all(given);
    await page.evaluate(() => new Promise((done) => setTimeout(done, 500)));
  };
  return { read, letCome };
}
