import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { launch } from 'puppeteer-core';
import { Builder, By, Key, Origin } from 'selenium-webdriver';
import { freePort } from '../../apps/server/src/testing/free-port.ts';

/** The part of another browser that the journey through it needs. Positions are in px of the window. */
export type Driver = {
  goto: (address: string) => Promise<void>;
  /** Evaluates an expression in the page. */
  read: (expression: string) => Promise<unknown>;
  /** Clicks the middle of the element that a CSS selector finds. */
  click: (selector: string) => Promise<void>;
  clickAt: (x: number, y: number) => Promise<void>;
  drag: (from: [x: number, y: number], to: [x: number, y: number]) => Promise<void>;
  /** Types into the focused element. */
  type: (text: string) => Promise<void>;
  /** Presses a key with Alt. */
  pressWithAlt: (letter: string) => Promise<void>;
  screenshot: (file: string) => Promise<void>;
  close: () => Promise<void>;
};

/** The window size of every browser. */
const WINDOW = { width: 1440, height: 900 };

/** Firefox over WebDriver BiDi. */
export async function openFirefox(): Promise<Driver> {
  const browser = await launch({
    browser: 'firefox',
    executablePath: process.env.MONEYTRAIL_FIREFOX ?? '/usr/bin/firefox-esr',
    headless: true,
    // Without a display Firefox assumes a touch screen; this declares a mouse.
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

/** Debian's browser window for WebKitGTK. */
const MINI_BROWSERS = ['4.1', '4.0', '6.0'].map(
  (version) => `/usr/lib/x86_64-linux-gnu/webkit2gtk-${version}/MiniBrowser`,
);

/** Starts a virtual X server; resolves with its display name once it accepts connections. */
function startDisplay(): Promise<{ child: ChildProcess; name: string }> {
  const screen = `${WINDOW.width}x${WINDOW.height + 100}x24`;
  const args = ['-displayfd', '3', '-screen', '0', screen, '-nolisten', 'tcp'];
  const child = spawn('Xvfb', args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  return new Promise((done, failed) => {
    child.once('error', failed);
    child.stdio[3]?.once('data', (bytes) => done({ child, name: `:${String(bytes).trim()}` }));
  });
}

/** WebKit over WebDriver, in a window on its own display. */
export async function openWebKit(): Promise<Driver> {
  const binary = MINI_BROWSERS.find((path) => existsSync(path));
  if (!binary) throw new Error('Install webkit2gtk-driver and xvfb: WebKit was not found.');
  const display = await startDisplay();
  const port = await freePort();
  const service = spawn('WebKitWebDriver', [`--port=${port}`, '--host=127.0.0.1'], {
    stdio: 'ignore',
    // WebKit's sandbox needs user namespaces, which containers often lack.
    env: { ...process.env, DISPLAY: display.name, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' },
  });
  const stop = () => {
    service.kill();
    display.child.kill();
  };
  const driver = await new Builder()
    .usingServer(`http://127.0.0.1:${port}`)
    .withCapabilities({
      browserName: 'MiniBrowser',
      'webkitgtk:browserOptions': { binary, args: ['--automation'] },
    })
    .build()
    .catch((error: unknown) => {
      stop();
      throw error;
    });
  await driver
    .manage()
    .window()
    .setRect({ ...WINDOW, x: 0, y: 0 });
  const pointer = () => driver.actions({ async: true });
  const at = (x: number, y: number) => ({ x, y, origin: Origin.VIEWPORT });
  return {
    goto: (address) => driver.get(address),
    read: (expression) => driver.executeScript(`return (${expression})`),
    click: (selector) => driver.findElement(By.css(selector)).click(),
    clickAt: (x, y) => pointer().move(at(x, y)).press().release().perform(),
    drag: ([fromX, fromY], [toX, toY]) =>
      pointer().move(at(fromX, fromY)).press().move(at(toX, toY)).release().perform(),
    type: (text) => driver.actions().sendKeys(text).perform(),
    pressWithAlt: (letter) =>
      driver.actions().keyDown(Key.ALT).sendKeys(letter).keyUp(Key.ALT).perform(),
    screenshot: async (file) => writeFileSync(file, await driver.takeScreenshot(), 'base64'),
    close: async () => {
      await driver.quit();
      stop();
    },
  };
}
