import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addAccount, openSessionOf } from '../../../conformance/testing/people.ts';
import { type AppWorld, startApp } from '../../../conformance/testing/start-app.ts';
import { ANY_KIND } from '../../../db/testing/test-database.ts';
import { UDF_PATHS } from './routes.ts';

const CHARTS = 'https://charts.example';
const OTHER = 'http://localhost:8080';
const LOOK_ALIKES = [
  ...['null', 'https://charts.example.evil.example', 'https://evil.example'],
  ...['https://a.charts.example', 'http://charts.example', 'https://charts.example:444'],
  ...['https://CHARTS.example', 'https://charts.example/', 'https://charts.examplé'],
];
const CORS = /^access-control-/;
const READABLE = {
  'access-control-expose-headers':
    'retry-after, ratelimit, ratelimit-policy, www-authenticate, x-request-id',
};

async function open(origins: string) {
  const world = await startApp(ANY_KIND, { environment: { UDF_ORIGINS: origins } });
  const base = await world.app.listen({ host: '127.0.0.1', port: 0 });
  return { world, base };
}

const corsOf = ({ headers }: Response) =>
  Object.fromEntries([...headers].filter(([name]) => CORS.test(name)));

describe('C27: pages of other sites', () => {
  let world: AppWorld;
  let base: string;
  let token: string;
  beforeAll(async () => {
    ({ world, base } = await open(`${CHARTS}, ${OTHER}`));
    const id = await addAccount(world, { is_super_admin: true, user_type: 'commercial' });
    ({ token } = await openSessionOf(world, id));
  });
  afterAll(() => world.close());

  const preflight = (path: string, origin: string, headers: Record<string, string> = {}) =>
    fetch(`${base}${path}`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'GET', ...headers },
    });
  const read = (path: string, origin: string, headers: Record<string, string> = {}) =>
    fetch(`${base}${path}`, { headers: { origin, ...headers } });
  const isKnown = async (answer: Response) => !('s' in ((await answer.json()) as object));

  test.each(UDF_PATHS)('that are configured may read %s, and pass the preflight', async (path) => {
    for (const origin of [CHARTS, OTHER]) {
      const asked = await preflight(path, origin, {
        'access-control-request-headers': 'authorization',
      });
      expect([asked.status, await asked.text()]).toEqual([204, '']);
      expect(corsOf(asked)).toEqual({
        'access-control-allow-origin': origin,
        'access-control-allow-methods': 'GET',
        'access-control-allow-headers': 'authorization, content-type',
        ...READABLE,
        'access-control-max-age': '600',
      });
      const answer = await read(path, origin);
      expect(corsOf(answer)).toEqual({ 'access-control-allow-origin': origin, ...READABLE });
      expect(answer.headers.get('vary')).toMatch(/\borigin\b/i);
    }
  });

  test.each(LOOK_ALIKES)('that are not configured get no CORS headers: %s', async (origin) => {
    for (const path of UDF_PATHS) {
      const asked = await preflight(path, origin);
      expect([asked.status, corsOf(asked)]).toEqual([404, {}]);
      const answer = await read(path, origin);
      expect(corsOf(answer)).toEqual({});
      expect(answer.headers.get('vary')).toMatch(/\borigin\b/i);
    }
  });

  test('see what a visitor sees, whatever token or cookie they send', async () => {
    const locked = '/api/udf/symbols?symbol=FMP:AAPL';
    const authorization = `Bearer ${token}`;
    const own = await fetch(base + locked, { headers: { authorization } });
    expect(await isKnown(own)).toBe(true);
    for (const headers of [{ authorization }, { cookie: `rt=${token}` }, {}]) {
      expect(await isKnown(await read(locked, CHARTS, headers))).toBe(false);
      expect(await isKnown(await read('/api/udf/symbols?symbol=BTCUSD', CHARTS, headers))).toBe(
        true,
      );
    }
    const found = await read('/api/udf/search?query=&limit=30', CHARTS, { authorization });
    expect(await found.json()).toMatchObject([{ ticker: 'FMP:BTC/USD' }]);
    const quotes = await read('/api/udf/quotes?symbols=FMP:AAPL', CHARTS, { authorization });
    expect(await quotes.json()).toMatchObject({ d: [{ s: 'error', v: {} }] });
    const broken = await read(locked, CHARTS, { authorization: 'Bearer nothing' });
    expect(broken.status).not.toBe(401);
  });

  test('can read why they are refused, and wait as visitors do', async () => {
    const url = '/api/udf/history?symbol=BTCUSD&resolution=1D&to=1767225600&countback=2';
    const authorization = `Bearer ${token}`;
    let last = await read(url, CHARTS, { authorization });
    for (let count = 0; count < 60 && last.status !== 429; count++) {
      last = await read(url, CHARTS, { authorization });
    }
    expect(last.status).toBe(429);
    expect(corsOf(last)).toEqual({ 'access-control-allow-origin': CHARTS, ...READABLE });
    expect(await last.json()).toMatchObject({ s: 'error' });
  });

  test('can change nothing, and read nothing else', async () => {
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const answer = await fetch(`${base}/api/udf/config`, {
        method,
        headers: { origin: CHARTS, 'sec-fetch-site': 'cross-site' },
      });
      expect([answer.ok, corsOf(answer)['access-control-allow-methods']]).toEqual([
        false,
        undefined,
      ]);
    }
    const others = ['/api/data/histoday', '/api/layouts', '/api/udf/nothing'];
    for (const path of others) {
      expect(corsOf(await preflight(path, CHARTS))).not.toHaveProperty(
        'access-control-allow-origin',
        CHARTS,
      );
      expect(corsOf(await read(path, CHARTS))).not.toHaveProperty(
        'access-control-allow-origin',
        CHARTS,
      );
    }
  });
});

test('C27: without a setting no page of another site may read anything', async () => {
  const { world, base } = await open('');
  for (const path of UDF_PATHS) {
    const headers = { origin: CHARTS, 'access-control-request-method': 'GET' };
    const asked = await fetch(base + path, { method: 'OPTIONS', headers });
    expect([asked.status, corsOf(asked)]).toEqual([404, {}]);
    expect(corsOf(await fetch(base + path, { headers: { origin: CHARTS } }))).toEqual({});
  }
  await world.close();
});
