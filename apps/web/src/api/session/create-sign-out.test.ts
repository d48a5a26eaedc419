import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { StoredText } from '../../lib/stored-text.ts';
import { createFakeClock, type FakeClock } from '../../lib/testing/fake-clock.ts';
import { ApiError } from '../api-error.ts';
import { createSignOut } from './create-sign-out.ts';

const MINUTE = 60_000;

/** One browser: what its tabs share, and the server that they tell; a port that is kept, so that it may come back. */
let clock: FakeClock;
let server: Server;
let port: number;
let status: number;
let stored: string | null;
let revoked: string[];

async function start(): Promise<void> {
  server = createServer((request, response) => {
    if (status === 204) revoked.push(request.url?.slice(1) ?? '');
    response.writeHead(status).end();
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
}

const stop = () => new Promise((resolve) => server.close(resolve));

beforeEach(async () => {
  clock = createFakeClock(0);
  port = 0;
  status = 204;
  stored = null;
  revoked = [];
  await start();
});
afterEach(stop);

const pending: StoredText = {
  read: () => stored,
  write: (text) => {
    stored = text;
  },
};

async function revoke(sessionId: string): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${port}/${sessionId}`, {
    method: 'POST',
    headers: { connection: 'close' },
  }).catch((cause) => {
    throw new ApiError('No response', { status: 0, code: 'NO_RESPONSE', cause });
  });
  if (!response.ok) throw new ApiError('Refused', { status: response.status, code: 'BUSY' });
}

/** Stands for the browser's lock among all tabs. */
function createLock(): <T>(run: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (run) => {
    const mine = last.then(run);
    last = mine.catch(() => {});
    return mine;
  };
}

let withLock = createLock();

function openTab() {
  return createSignOut({ clock, random: () => 0.5, pending, withLock, revoke });
}

beforeEach(() => {
  withLock = createLock();
});

const until = (check: () => void) => vi.waitFor(check, { timeout: 60_000, interval: 2 });

describe('a sign-out', () => {
  it('is sent to the server at once', async () => {
    openTab().keep('ana-1');
    await until(() => expect(stored).toBeNull());
    expect(revoked).toEqual(['ana-1']);
    expect(clock.nextInMs()).toBeNull();
  });

  it('is repeated after growing pauses while the server is down', async () => {
    await stop();
    const tab = openTab();
    tab.keep('ana-1');
    for (const pauseMs of [2_000, 4_000, 8_000, 16_000, 30_000, 30_000]) {
      await until(() => expect(clock.nextInMs()).toBe(pauseMs));
      expect(stored).toBe('ana-1');
      await clock.advance(pauseMs);
    }
    await start();
    await until(() => expect(clock.nextInMs()).toBe(30_000));
    await clock.advance(30_000);
    await until(() => expect(stored).toBeNull());
    expect(revoked).toEqual(['ana-1']);
  });

  it.each([429, 500, 503])('answered %d is told again', async (refusal) => {
    status = refusal;
    openTab().keep('ana-1');
    await until(() => expect(clock.nextInMs()).not.toBeNull());
    status = 204;
    await clock.advance(MINUTE);
    await until(() => expect(stored).toBeNull());
    expect(revoked).toEqual(['ana-1']);
  });

  it('survives a reload of the page', async () => {
    await stop();
    openTab().keep('ana-1');
    await until(() => expect(clock.nextInMs()).not.toBeNull());
    clock = createFakeClock(0);
    await start();
    await openTab().settle();
    expect(revoked).toEqual(['ana-1']);
    expect(stored).toBeNull();
  });

  it('is sent by another tab where this one is closed, and once where many are open', async () => {
    await stop();
    openTab().keep('ana-1');
    await until(() => expect(clock.nextInMs()).not.toBeNull());
    await start();
    await Promise.all([openTab(), openTab(), openTab()].map((tab) => tab.settle()));
    expect(revoked).toEqual(['ana-1']);
  });

  it('sends nothing where nobody has signed out', async () => {
    await openTab().settle();
    expect(revoked).toEqual([]);
  });
});

describe('the next sign-in', () => {
  it('waits until the former session has been revoked', async () => {
    await stop();
    const tab = openTab();
    tab.keep('ana-1');
    await until(() => expect(clock.nextInMs()).not.toBeNull());
    await start();
    const order: string[] = [];
    await openTab().signIn(async () => {
      order.push(...revoked, 'ben signs in');
      return 'token';
    });
    expect(order).toEqual(['ana-1', 'ben signs in']);
  });

  it('is never undone by a former sign-out that could not be sent', async () => {
    status = 503;
    const tab = openTab();
    tab.keep('ana-1');
    await until(() => expect(clock.nextInMs()).not.toBeNull());
    await openTab().signIn(async () => undefined);
    expect(stored).toBe('ana-1');
    await openTab().signIn(async () => 'token');
    status = 204;
    await clock.advance(5 * MINUTE);
    await tab.settle();
    expect(revoked).toEqual([]);
  });

  it('leaves the former sign-out waiting where it fails', async () => {
    status = 503;
    const tab = openTab();
    tab.keep('ana-1');
    await until(() => expect(clock.nextInMs()).not.toBeNull());
    const failed = tab.signIn(() => Promise.reject(new Error('Wrong password.')));
    await expect(failed).rejects.toThrow('Wrong password.');
    expect(stored).toBe('ana-1');
  });
});
