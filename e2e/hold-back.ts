import type { Page, Route } from '@playwright/test';

/** Holds back what comes from an address; call the answer to let it come. */
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
  /** What was kept has come when it resolves, and the page has had half a second to make something of it. */
  const letCome = async () => {
    release();
    await Promise.all(given);
    await page.evaluate(() => new Promise((done) => setTimeout(done, 500)));
  };
  return { read, letCome };
}
