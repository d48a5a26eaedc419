import { FEED_EXCHANGES, type FeedExchange, getHistory, historyAnswer } from '@moneytrail/contract';
import { type Simulator, startSimulator } from '@moneytrail/simulators';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { buildApp } from './app.ts';
import { readConfig } from './config.ts';
import { ConfigError } from './config-error.ts';
import { createContext } from './context.ts';
import { createPostgres, createTestPlace } from './db/testing/test-database.ts';
import { eventually } from './modules/live/testing/eventually.ts';

/** Vendors over HTTP, as production has them but on this machine. */
let vendors: Record<FeedExchange, Simulator>;
beforeAll(async () => {
  const started = await Promise.all(
    FEED_EXCHANGES.map(async (exchange) => [exchange, await startSimulator(exchange)] as const),
  );
  vendors = Object.fromEntries(started) as Record<FeedExchange, Simulator>; // Every exchange was started.
});
afterAll(async () => {
  for (const vendor of Object.values(vendors)) await vendor.close();
});

/** The settings that each role has to be given. */
function settingsOf(vendors: Record<FeedExchange, Simulator>, databaseUrl: string) {
  const everyRole = {
    NODE_ENV: 'production',
    LOG_LEVEL: 'silent',
    DATABASE_URL: databaseUrl,
    FMP_API_KEY: vendors.FMP.apiKey ?? '',
    FMP_REST_URL: vendors.FMP.restUrl,
    TIINGO_TOKEN: vendors.Tiingo.apiKey ?? '',
    TIINGO_REST_URL: vendors.Tiingo.restUrl,
    TIINGO_STREAM_URL: vendors.Tiingo.streamUrl ?? '',
    BITFINEX_REST_URL: vendors.Bitfinex.restUrl,
    BITFINEX_STREAM_URL: vendors.Bitfinex.streamUrl ?? '',
    BVG_BASE_URL: vendors.BVG.restUrl,
    ...(vendors.BVG.apiKey === null ? {} : { BVG_API_KEY: vendors.BVG.apiKey }),
    // No folder can be made there: nothing is kept on this machine.
    DATA_DIR: '/dev/null/nowhere',
  };
  const ofPeople = {
    PUBLIC_URL: 'https://charts.example',
    AUTH_SECRET: 'a secret that is long enough for this',
    PAYPAL_BASE_URL: 'http://127.0.0.1:1',
    PAYPAL_CLIENT_ID: 'client',
    PAYPAL_CLIENT_SECRET: 'secret',
    PAYPAL_WEBHOOK_ID: 'webhook',
  };
  const messages = {
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'Moneytrail <no-reply@charts.example>',
    TWILIO_ACCOUNT_SID: 'AC00000000000000000000000000000000',
    TWILIO_AUTH_TOKEN: 'token',
    TWILIO_FROM: '+15005550006',
  };
  return {
    ingest: everyRole,
    api: { ...everyRole, ...ofPeople },
    worker: { ...everyRole, ...ofPeople, ...messages },
  };
}

test.each(['ingest', 'api', 'worker'] as const)(
  'a production process of the role %s starts with its own settings, keeps no demo and logs its requests',
  async (role) => {
    const { databaseUrl, drop } = await createTestPlace('postgres');
    onTestFinished(drop);
    const { LOG_LEVEL, ...given } = settingsOf(vendors, databaseUrl ?? '')[role];
    const lines: string[] = [];
    const context = await createContext(readConfig({ ...given, ROLES: role }), {
      logTo: { write: (line) => lines.push(line) },
    });
    onTestFinished(() => context.close());
    expect(context.demoMailbox).toBeNull();
    const app = await buildApp(context, { webFolder: null });
    onTestFinished(() => app.close());
    const statusOf = async (path: string) => (await app.inject(path)).statusCode;
    // A database that is slow on a busy machine is not ready yet.
    const expectReady = async () => expect(await statusOf('/api/health/ready')).toBe(200);
    await vi.waitFor(expectReady, { timeout: 60_000, interval: 500 });
    expect(await statusOf('/outbox')).toBe(404);
    const requests = lines.filter((line) => line.includes('"msg":"request"'));
    expect(requests.length).toBeGreaterThan(1);
  },
);

test('a weak password of the first administrator is refused in a sentence', async () => {
  const { databaseUrl, drop } = await createTestPlace('postgres');
  onTestFinished(drop);
  const admin = { ADMIN_EMAIL: 'ada@example.com', ADMIN_PASSWORD: 'Short-1x' };
  const settings = settingsOf(vendors, databaseUrl ?? '').worker;
  const starting = createContext(readConfig({ ...settings, ...admin }));
  // The program tells the message of such an error alone.
  await expect(starting).rejects.toThrow(ConfigError);
  await expect(starting).rejects.toThrow('Password must be at least 12 characters long');
});

test('a production start on an empty database ends with charts of every vendor', async () => {
  const { url, drop } = await createPostgres();
  onTestFinished(drop);
  const config = readConfig(settingsOf(vendors, url).worker);
  const context = await createContext(config);
  onTestFinished(() => context.close());
  expect(context.catalogue.enabled('FMP').map(({ code }) => code)).toContain('BTCUSD');
  const app = await buildApp(context, { webFolder: null });
  onTestFinished(() => app.close());
  const nowSeconds = Math.floor(Date.now() / 1_000);
  const query = {
    e: 'FMP',
    fsym: 'BTCUSD',
    resolution: '1D',
    fromTs: `${nowSeconds - 90 * 86_400}`,
    toTs: `${nowSeconds}`,
  };
  // A first answer that takes longer than 3 s is a 503 that asks to come again.
  await eventually(async () => {
    const answer = await app.inject({ method: 'GET', url: getHistory.path, query });
    expect(answer.statusCode).toBe(200);
    expect(historyAnswer.parse(answer.json()).Data.length).toBeGreaterThan(50);
  });
  await eventually(async () => {
    await context.catalogue.reload();
    for (const exchange of FEED_EXCHANGES)
      expect(context.catalogue.enabled(exchange)).not.toEqual([]);
  });
});
