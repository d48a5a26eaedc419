import { launch } from 'puppeteer-core';
import { type Driver, WINDOW } from './driver.ts';

/** Firefox over WebDriver BiDi. */
export async function openFirefox(): Promise<Driver> {
  const browser = await launch({
    browser: 'firefox',
    executablePath: process.env.MONEYTRAIL_FIREFOX ?? '/usr/bin/firefox-esr',
    headless: true,
    // A mouse: without a display Firefox believes that only fingers are there.
    extraPrefsFirefox: { 'ui.primaryPointerCapabilities': 6, 'ui.allPointerCapabilities': 6 },
    args: [`--width=${WINDOW.width}`, `--height=${WINDOW.height}`],
    defaultViewport: WINDOW,
    protocolTimeout: 120_000,
  });
  const [page = await browser.newPage()] = await browser.pages();
  return {
    goto: async (address) => {
      await page.goto(address, { waitUntil: 'load', timeout: 120_000 });
    },
    read: (expression) => page.evaluate(expression),
    click: (selector) => page.click(selector),
    clickAt: async (x, y) => {
      await page.mouse.move(x - 5, y - 5);
      await page.mouse.move(x, y);
      await page.mouse.click(x, y, { delay: 50 });
    },
    drag: async (from, to) => {
      await page.mouse.move(...from);
      await page.mouse.down();
      await page.mouse.move(...to, { steps: 8 });
      await page.mouse.up();
    },
    type: (text) => page.keyboard.type(text),
    pressWithAlt: async (letter) => {
      await page.keyboard.down('Alt');
      await page.keyboard.press(`Key${letter.toUpperCase()}` as 'KeyA');
      await page.keyboard.up('Alt');
    },
    screenshot: async (file) => {
      await page.screenshot({ path: file as `${string}.png` });
    },
    close: () => browser.close(),
  };
}
