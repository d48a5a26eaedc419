import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';

const ORIGIN = 'https://moneytrail.example';
const ADDRESS = `${ORIGIN}/dashboard/live-chart?symbol=FMP:BTCUSD`;

/** Runs the worker beside open windows, and presses a message that leads to an address. Returns what was done. */
async function press(url: string, { hasWindow = true, isAnswering = true } = {}) {
  const done: unknown[] = [];
  const listeners = new Map<string, (event: object) => void>();
  const page = {
    url: `${ORIGIN}/dashboard`,
    focus: async () => done.push('focus'),
    navigate: async (to: string) => done.push(['navigate', to]),
    postMessage: (message: object, [port]: MessagePort[]) => {
      done.push({ ...message });
      if (isAnswering) port?.postMessage('done');
      else port?.close();
    },
  };
  const self = {
    location: { origin: ORIGIN },
    addEventListener: (name: string, listen: (event: object) => void) =>
      listeners.set(name, listen),
    clients: {
      matchAll: async () => (hasWindow ? [page] : []),
      openWindow: async (to: string) => done.push(['open', to]),
    },
  };
  const code = readFileSync(new URL('./offline-worker.js', import.meta.url), 'utf8');
  const soon = (work: () => void) => setTimeout(work, 20);
  const ports: MessagePort[] = [];
  class Channel extends MessageChannel {
    constructor() {
      super();
      ports.push(this.port1, this.port2);
    }
  }
  const globals = { self, URL, MessageChannel: Channel, setTimeout: soon, caches: {}, fetch };
  runInNewContext(code.replace('__FILES__', '[]'), globals);
  let work: Promise<void> | undefined;
  listeners.get('notificationclick')?.({
    notification: { close: () => done.push('close'), data: { url } },
    waitUntil: (promise: Promise<void>) => {
      work = promise;
    },
  });
  await work;
  for (const port of ports) port.close();
  return done;
}

test('a pressed message leads an open page to its chart, without a reload', async () => {
  expect(await press(ADDRESS)).toEqual(['close', 'focus', { kind: 'open', url: ADDRESS }]);
});

test('a page that does not answer is loaded anew', async () => {
  const done = await press(ADDRESS, { isAnswering: false });
  expect(done.at(-1)).toEqual(['navigate', ADDRESS]);
});

test('without an open page there is a new window, and never one of another origin', async () => {
  expect(await press(ADDRESS, { hasWindow: false })).toEqual(['close', ['open', ADDRESS]]);
  expect(await press('https://elsewhere.example/', { hasWindow: false })).toEqual(['close']);
});
