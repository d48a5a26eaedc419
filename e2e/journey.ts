import { type BrowserContext, test as base, expect } from '@playwright/test';
import { signedIn } from './session.ts';

/** Fails a journey for errors and warnings on the console that it did not expect. */
export type ConsoleGuard = {
  /** Watches the pages of another browser of the same journey too. */
  listenTo: (context: BrowserContext) => void;
  /** A refusal is what the journey is about: the browser notes such answers by itself. */
  expectAnswer: (status: number, path: string | RegExp) => void;
  /** A stream is given up or refused before it stands: hours pass at once, or its account loses its access. */
  expectClosedStreams: () => void;
  /** The page meets something that its content policy refuses by this directive. */
  expectRefusal: (directive: string) => void;
  /** The journey takes the network away: the browser notes every request that went nowhere. */
  expectNoNetwork: () => void;
};

/** Options of a project. The theme is the page's until a journey chooses another. */
export type JourneyOptions = { theme: 'light' | 'dark' };

type ConsoleLine = { text: string; url: string };

const NO_NETWORK =
  /net::ERR_(?:INTERNET_DISCONNECTED|NETWORK_CHANGED|FAILED|EMPTY_RESPONSE|CONNECTION_\w+|SOCKET_NOT_CONNECTED)|WebSocket connection|imported module|Unable to preload/;

const GIVEN_UP =
  /^WebSocket connection .*(?:closed before the connection|HTTP Authentication failed)/;

/**
 * So often a journey may be told to ask again. A server under load, as one that has just started, does so some times;
 * only one that refuses for good reaches this.
 */
const MOST_ASKED_AGAIN = 20;

/** A busy server tells charts and signals, and the check of a session, to ask again, and they do: what comes of it is on the screen. */
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
 * A journey whose console is no concern. Where it does not say otherwise it begins with a session of its own, of a
 * commercial account, which sees everything.
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
  /** Further devices that a journey opened go with it: their charts would go on beside the next journeys. */
  otherDevices: [
    async ({ browser, context }, use) => {
      await use(undefined);
      for (const other of browser.contexts()) if (other !== context) await other.close();
    },
    { auto: true },
  ],
});

/** A journey that fails where a console of its browser holds an error or a warning that it did not announce. */
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

/** Nobody is signed in at the start. */
export const NOBODY = { cookies: [], origins: [] };

export { expect } from '@playwright/test';
