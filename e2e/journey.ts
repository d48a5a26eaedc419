import { type BrowserContext, test as base, expect } from '@playwright/test';
import { signedIn } from './session.ts';

/** Fails a journey for unexpected errors and warnings on the console. */
export type ConsoleGuard = {
  /** Also watches the pages of another browser of the same journey. */
  listenTo: (context: BrowserContext) => void;
  /** Expects a refusal: the browser logs such responses itself. */
  expectAnswer: (status: number, path: string | RegExp) => void;
  /**
   * Expects streams that are abandoned or refused before they open: hours pass at once, or an account loses its access.
   */
  expectClosedStreams: () => void;
  /** Expects the content security policy to block something by this directive. */
  expectRefusal: (directive: string) => void;
  /** Expects a loss of the network: the browser logs every failed request. */
  expectNoNetwork: () => void;
};

/** The options of a project. Pages keep the theme until a journey chooses another. */
export type JourneyOptions = { theme: 'light' | 'dark' };

type ConsoleLine = { text: string; url: string };

const NO_NETWORK =
  /net::ERR_(?:INTERNET_DISCONNECTED|NETWORK_CHANGED|FAILED|EMPTY_RESPONSE|CONNECTION_\w+|SOCKET_NOT_CONNECTED)|WebSocket connection|imported module|Unable to preload|error occurred when fetching the script/;

const GIVEN_UP =
  /^WebSocket connection .*(?:closed before the connection|HTTP Authentication failed)/;

/**
 * The number of responses that may ask a journey to retry. A server under load, such as one that has just started,
 * sends a few; only one that always refuses sends more.
 */
const MOST_ASKED_AGAIN = 20;

/** A busy server asks charts, signals and the session check to retry, and they do: journeys assert the result. */
function isAskedAgain({ text, url }: ConsoleLine): boolean {
  if (!text.includes('status of 503')) return false;
  const { pathname } = new URL(url);
  const isOfPrices = pathname.startsWith('/api/data/') || pathname.startsWith('/api/price-signals');
  return isOfPrices || pathname === '/api/users';
}

function createConsoleGuard(): ConsoleGuard & { unexpected: () => string[] } {
  const lines: ConsoleLine[] = [];
  const expected: ((line: ConsoleLine) => boolean)[] = [];
  return {
    listenTo: (context) => {
      context.on('console', (message) => {
        if (!['error', 'warning'].includes(message.type())) return;
        lines.push({ text: message.text(), url: message.location().url });
      });
      context.on('weberror', (error) => lines.push({ text: String(error.error()), url: '' }));
    },
    expectAnswer: (status, path) => {
      expected.push(({ text, url }) => {
        const isMeant = (asked: string) =>
          typeof path === 'string' ? asked === path : path.test(asked);
        return text.includes(`status of ${status}`) && isMeant(new URL(url).pathname);
      });
    },
    expectClosedStreams: () => {
      expected.push(({ text }) => GIVEN_UP.test(text));
    },
    expectRefusal: (directive) => {
      expected.push(({ text }) => /Content Security Policy/.test(text) && text.includes(directive));
    },
    expectNoNetwork: () => {
      expected.push(({ text }) => NO_NETWORK.test(text));
    },
    unexpected: () => {
      const others = lines.filter((line) => !expected.some((isMeant) => isMeant(line)));
      const isBusyOnly = others.filter(isAskedAgain).length <= MOST_ASKED_AGAIN;
      const counted = isBusyOnly ? others.filter((line) => !isAskedAgain(line)) : others;
      return counted.map(({ text, url }) => `${text} ${url}`);
    },
  };
}

/**
 * A journey whose console is not checked. By default it starts with its own session of a commercial account, which sees
 * everything.
 */
export const testAnyConsole = base.extend<JourneyOptions & { otherDevices: undefined }>({
  theme: ['light', { option: true }],
  context: async ({ context, theme }, use) => {
    if (theme === 'dark') {
      await context.addInitScript(() => {
        if (localStorage.getItem('theme') === null) localStorage.setItem('theme', 'dark');
      });
    }
    await use(context);
  },
  // biome-ignore lint/correctness/noEmptyPattern: a fixture names what it needs, and this one needs nothing.
  storageState: async ({}, use) => use(await signedIn('commercial@demo.test')),
  /** Other devices are closed with the journey; their charts would disturb the next ones. */
  otherDevices: [
    async ({ browser, context }, use) => {
      await use(undefined);
      for (const other of browser.contexts()) if (other !== context) await other.close();
    },
    { auto: true },
  ],
});

/** A journey that fails for console errors and warnings that it did not announce. */
export const test = testAnyConsole.extend<{ consoleGuard: ConsoleGuard }>({
  consoleGuard: [
    async ({ context }, use) => {
      const consoleGuard = createConsoleGuard();
      consoleGuard.listenTo(context);
      await use(consoleGuard);
      expect(consoleGuard.unexpected(), 'unexpected console output').toEqual([]);
    },
    { auto: true },
  ],
});

/** No session at the start. */
export const NOBODY = { cookies: [], origins: [] };

export { expect } from '@playwright/test';
