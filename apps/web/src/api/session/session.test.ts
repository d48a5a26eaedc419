import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { StoredText } from '../../lib/stored-text.ts';
import { createFakeClock, type FakeClock } from '../../lib/testing/fake-clock.ts';
import { ApiError } from '../api-error.ts';
import { refreshDueAtMs } from './access-token.ts';
import { createSession, type Session } from './create-session.ts';

const START = Date.UTC(2026, 10, 20, 12);
const MINUTE = 60_000;
const LIFE = 10 * MINUTE;

/** One browser: what its tabs share, and the server that it asks. */
let clock: FakeClock;
let server: Server;
let stored: string | null;
let requests: number;
let answer: (response: ServerResponse) => void;
/** Runs before each waiting tab takes its turn. */
let beforeTurn: () => void;

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

function tokenAt(issuedAtMs: number, subject = 'ana', serial = 0): string {
  const iat = issuedAtMs / 1_000;
  return `x.${encode({ sub: subject, iat, exp: iat + LIFE / 1_000, serial })}.x`;
}

const giveToken = (response: ServerResponse) => response.end(tokenAt(clock.now(), 'ana', requests));
const refuseWith = (status: number) => (response: ServerResponse) => {
  response.statusCode = status;
  response.end();
};

beforeEach(async () => {
  clock = createFakeClock(START);
  stored = tokenAt(START);
  requests = 0;
  answer = giveToken;
  beforeTurn = () => {};
  server = createServer((_, response) => {
    requests += 1;
    answer(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterEach(() => new Promise((resolve) => server.close(resolve)));

const shared: StoredText = {
  read: () => stored,
  write: (text) => {
    stored = text;
  },
};

async function requestToken(): Promise<string> {
  const { port } = server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}`, {
    headers: { connection: 'close' },
  }).catch((cause) => {
    throw new ApiError('No response', { status: 0, code: 'NO_RESPONSE', cause });
  });
  if (!response.ok)
    throw new ApiError('Refused', { status: response.status, code: 'UNAUTHORIZED' });
  return response.text();
}

/** Stands for the browser's lock: one after the other, in the order of asking. */
function createLock(): <T>(run: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (run) => {
    const mine = last.then(() => {
      beforeTurn();
      return run();
    });
    last = mine.catch(() => {});
    return mine;
  };
}

function openTabs(count: number): Session[] {
  const withLock = createLock();
  return Array.from({ length: count }, () =>
    createSession({ clock, stored: shared, withLock, requestToken }),
  );
}

function openTab(): Session {
  const [tab] = openTabs(1);
  if (!tab) throw new Error('no tab');
  return tab;
}

/** Waits for real sockets, which know no fake clock. */
const until = (check: () => void) => vi.waitFor(check, { timeout: 60_000, interval: 2 });

describe('ten tabs of one browser', () => {
  it('refresh once a period for an hour, and nobody is signed out', async () => {
    const tabs = openTabs(10);
    for (const tab of tabs) tab.refreshIfDue();
    for (let minute = 0; minute < 60; minute += 1) {
      await clock.advance(MINUTE);
      await until(() => {
        expect(refreshDueAtMs(stored ?? '')).toBeGreaterThan(clock.now());
        for (const tab of tabs) expect(tab.token.get()).toBe(stored);
      });
    }
    // A token lives ten minutes and is renewed after eight: the last renewal falls on minute 56.
    expect(requests).toBe(7);
  });

  it('that wait for the lock take over the first one’s token, also when storage reports it meanwhile', async () => {
    const tabs = openTabs(10);
    await clock.advance(9 * MINUTE);
    beforeTurn = () => {
      for (const tab of tabs) tab.syncFromStorage();
    };
    const outcomes = await Promise.all(tabs.map((tab) => tab.refresh()));
    expect(outcomes).toEqual(Array(10).fill({ kind: 'refreshed' }));
    expect(requests).toBe(1);
  });

  it('all follow when one signs out', async () => {
    const tabs = openTabs(10);
    tabs[3]?.end();
    for (const tab of tabs) tab.syncFromStorage();
    expect(tabs.map((tab) => tab.token.get())).toEqual(Array(10).fill(null));
  });
});

describe('the refresh', () => {
  it('happens at 80 % of a token’s life', async () => {
    const tab = openTab();
    tab.refreshIfDue();
    await clock.advance(8 * MINUTE - 1);
    expect(requests).toBe(0);
    await clock.advance(1);
    await until(() => expect(tab.token.get()).not.toBe(tokenAt(START)));
    expect(requests).toBe(1);
  });

  it('precedes requests of a machine that wakes up with an expired token', async () => {
    const tab = openTab();
    await clock.advance(3 * 60 * MINUTE);
    expect(await tab.tokenForRequest()).toBe(stored);
    expect(requests).toBe(1);
  });

  it('is one request, however many requests wait for it', async () => {
    const tab = openTab();
    await clock.advance(LIFE);
    const tokens = await Promise.all(Array.from({ length: 8 }, () => tab.tokenForRequest()));
    expect(new Set(tokens)).toEqual(new Set([stored]));
    expect(requests).toBe(1);
  });

  it.each([401, 403, 404])('refused with %d ends the session in all tabs', async (status) => {
    answer = refuseWith(status);
    expect(await openTab().refresh()).toEqual({ kind: 'refused' });
    expect(stored).toBeNull();
  });

  it('when refused lets no user’s request be sent as a visitor’s', async () => {
    answer = refuseWith(401);
    const tab = openTab();
    await clock.advance(LIFE);
    await expect(tab.tokenForRequest()).rejects.toMatchObject({
      status: 401,
      code: 'SESSION_ENDED',
    });
    expect(await tab.tokenForRequest()).toBeNull();
  });

  it.each([429, 500, 503])('answered %d is no refusal: the token is kept', async (status) => {
    answer = refuseWith(status);
    expect(await openTab().refresh()).toMatchObject({ kind: 'unreachable' });
    expect(stored).toBe(tokenAt(START));
  });

  it('without a network keeps the token, fails requests, and works again when the network is back', async () => {
    answer = (response) => response.destroy();
    const tab = openTab();
    await clock.advance(LIFE);
    await expect(tab.tokenForRequest()).rejects.toMatchObject({ code: 'NO_RESPONSE' });
    expect(stored).toBe(tokenAt(START));
    answer = giveToken;
    tab.refreshIfDue();
    await until(() => expect(tab.token.get()).toBe(tokenAt(START + LIFE, 'ana', requests)));
  });

  it('is repeated without an answer, soon at first, then every half minute', async () => {
    answer = refuseWith(503);
    const tab = openTab();
    await clock.advance(9 * MINUTE);
    tab.refreshIfDue();
    await until(() => expect(requests).toBe(1));
    // A lost answer may be asked for again for half a minute: the first tries must fall into it.
    for (const [index, pauseMs] of [2_000, 4_000, 8_000, 16_000, 30_000, 30_000].entries()) {
      await until(() => expect(clock.nextInMs()).toBe(pauseMs));
      await clock.advance(pauseMs);
      await until(() => expect(requests).toBe(index + 2));
    }
    answer = giveToken;
    await until(() => expect(clock.nextInMs()).toBe(30_000));
    await clock.advance(30_000);
    await until(() => expect(refreshDueAtMs(tab.token.get() ?? '')).toBeGreaterThan(clock.now()));
  });

  it('overtaken by a sign-out does not sign in again', async () => {
    const tab = openTab();
    answer = (response) => {
      tab.end();
      giveToken(response);
    };
    expect(await tab.refresh()).toEqual({ kind: 'refused' });
    expect(stored).toBeNull();
  });

  it('refused during another tab’s sign-in leaves that sign-in alone', async () => {
    const fresh = tokenAt(START, 'ben');
    const tab = openTab();
    answer = (response) => {
      shared.write(fresh);
      refuseWith(401)(response);
    };
    await tab.refresh();
    expect(tab.token.get()).toBe(fresh);
  });
});

describe('a 401', () => {
  it('ends the session once, however many requests receive one', () => {
    const tab = openTab();
    const used = tokenAt(START);
    expect([used, used, used].map(tab.handleUnauthorized)).toEqual([
      'ended-now',
      'ended-before',
      'ended-before',
    ]);
    expect(stored).toBeNull();
  });

  it('for a token that another tab has replaced ends nothing', () => {
    const tab = openTab();
    stored = tokenAt(START + 1_000);
    expect(tab.handleUnauthorized(tokenAt(START))).toBe('replaced');
    expect(tab.token.get()).toBe(stored);
  });
});

describe('the stored token', () => {
  it('may be unreadable: it is refreshed before it is sent', async () => {
    stored = 'not a token';
    expect(await openTab().tokenForRequest()).toBe(stored);
    expect(requests).toBe(1);
  });

  it('may be missing: then nobody is signed in and nothing is requested', async () => {
    stored = null;
    const tab = openTab();
    tab.refreshIfDue();
    await clock.advance(LIFE);
    expect(await tab.tokenForRequest()).toBeNull();
    expect(requests).toBe(0);
  });
});
