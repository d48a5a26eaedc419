import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, openSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, chromium } from '@playwright/test';
import { FEED_EXCHANGES, type FeedExchange } from '../../packages/contract/src/index.ts';
import { createFeed, type Feed } from '../../packages/feeds/src/index.ts';
import { type ProxyMode, startTcpProxy } from '../tcp-proxy.ts';
import { type Device, signInDevice } from './account.ts';
import { type ChartTab, openChartTab } from './chart.ts';
import type { Outage, OutageKind } from './plan.ts';

const MAIN = resolve(import.meta.dirname, '../../apps/server/src/main.ts');
const LONGEST_START_MS = 120_000;
const ASK_EVERY_MS = 200;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address ? address.port : 0;
}

async function untilAnswering(port: number): Promise<void> {
  const endMs = Date.now() + LONGEST_START_MS;
  for (;;) {
    const signal = AbortSignal.timeout(2_000);
    const answer = await fetch(`http://127.0.0.1:${port}/api/health/ready`, { signal }).catch(
      () => null,
    );
    if (answer?.ok) return;
    if (Date.now() > endMs) throw new Error('the server does not answer');
    await sleep(ASK_EVERY_MS);
  }
}

/** Starts the product's server in its own process, which can be stopped and restarted on the same folder. */
async function startServer(environment: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'moneytrail-outages-'));
  const port = await freePort();
  const logFile = join(folder, 'server.log');
  const log = openSync(logFile, 'a');
  let running: ChildProcess;
  let isStopped = false;

  const start = () => {
    const env = {
      ...process.env,
      ...environment,
      PORT: String(port),
      DATA_DIR: join(folder, 'data'),
    };
    running = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', log, log] });
  };
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    if (running.exitCode !== null || running.signalCode !== null) return;
    const ended = once(running, 'exit');
    running.kill(signal);
    await ended;
  };
  process.on('exit', () => running.kill('SIGKILL'));
  start();
  await untilAnswering(port);
  return {
    port,
    logFile,
    async takeAway(how: Extract<Outage, { part: 'server' }>['how']) {
      isStopped = how === 'stopped';
      if (isStopped) running.kill('SIGSTOP');
      else await end(how === 'killed' ? 'SIGKILL' : 'SIGTERM');
    },
    async bringBack() {
      if (isStopped) running.kill('SIGCONT');
      else start();
      isStopped = false;
      await untilAnswering(port);
    },
    async close() {
      await end('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

type Address = {
  exchange: FeedExchange;
  restUrl: string;
  streamUrl: string | null;
  apiKey: string | null;
};

function isAddressList(message: unknown): message is Address[] {
  return Array.isArray(message) && message.every((one) => FEED_EXCHANGES.includes(one.exchange));
}

/** Puts a proxy before an address. */
async function proxied({ restUrl, streamUrl, ...rest }: Address) {
  const { port } = new URL(restUrl);
  const proxy = await startTcpProxy(Number(port));
  const through = (url: string) => url.replace(`:${port}`, `:${proxy.port}`);
  const address = {
    ...rest,
    restUrl: through(restUrl),
    streamUrl: streamUrl && through(streamUrl),
  };
  return { proxy, address };
}

/** Avoids the limits of free keys. */
const PAID_PLANS = { FMP_CALLS_PER_MINUTE: '300', TIINGO_CALLS_PER_HOUR: '10000' };

/** The vendors' environment variables. */
function environmentOf(addresses: readonly Address[]): Record<string, string> {
  const names: Record<FeedExchange, [rest: string, stream: string, key: string]> = {
    FMP: ['FMP_REST_URL', '', 'FMP_API_KEY'],
    Bitfinex: ['BITFINEX_REST_URL', 'BITFINEX_STREAM_URL', ''],
    Tiingo: ['TIINGO_REST_URL', 'TIINGO_STREAM_URL', 'TIINGO_TOKEN'],
    BVG: ['BVG_BASE_URL', '', 'BVG_API_KEY'],
  };
  const pairs = addresses.flatMap(({ exchange, restUrl, streamUrl, apiKey }) => {
    const [rest, stream, key] = names[exchange];
    return [
      [rest, restUrl],
      [stream, streamUrl],
      [key, apiKey],
    ];
  });
  return { ...PAID_PLANS, ...Object.fromEntries(pairs.filter(([name, value]) => name && value)) };
}

/** Starts the vendors, each behind a proxy that passes everything at first. */
async function startVendors() {
  const process = fork(resolve(import.meta.dirname, 'vendors-process.ts'));
  const [message] = await once(process, 'message');
  if (!isAddressList(message)) throw new Error('the vendors did not start');
  const ways = await Promise.all(message.map(proxied));
  const direct = new Map(message.map((address) => [address.exchange, address]));
  return {
    /** The environment that makes a server use the proxies. */
    environment: environmentOf(ways.map(({ address }) => address)),
    /** Breaks or restores the connections to all vendors. */
    set: (mode: ProxyMode) => {
      for (const { proxy } of ways) proxy.set(mode);
    },
    /** Reads a vendor directly: the expected data. */
    truthOf: (exchange: FeedExchange): Feed => {
      const address = direct.get(exchange);
      if (!address) throw new Error(`no vendor for ${exchange}`);
      const { restUrl, apiKey } = address;
      return createFeed(
        exchange,
        { restUrl, isSimulated: true, ...(apiKey === null ? {} : { apiKey }) },
        { now: Date.now, random: Math.random, report: () => {} },
      );
    },
    close: async () => {
      process.disconnect();
      await Promise.all(ways.map(({ proxy }) => proxy.close()));
    },
  };
}

/** The running product with its surroundings under control: browser, server, vendors and the networks between them. */
export type Rig = {
  tabs: readonly ChartTab[];
  /** Reads the server without the browser. */
  reader: Device;
  truthOf: (exchange: FeedExchange) => Feed;
  server: Awaited<ReturnType<typeof startServer>>;
  /** Starts an outage; resolves once it is in effect. */
  take: (outage: Outage) => Promise<void>;
  /** Ends the outage; resolves once everything is back. */
  giveBack: (outage: Outage) => Promise<void>;
  close: () => Promise<void>;
};

type RigOptions = {
  /** The exchanges whose BTCUSD is charted, each in its own tab. */
  exchanges: readonly FeedExchange[];
  launch: { executablePath?: string; args?: string[] };
};

type Parts = Pick<Rig, 'tabs' | 'server'> & {
  browser: Browser;
  network: Awaited<ReturnType<typeof startTcpProxy>>;
  vendors: Awaited<ReturnType<typeof startVendors>>;
};

/** Starts or ends an outage. */
function switchOf({ tabs, server, browser, network, vendors }: Parts) {
  const switchPage = async (how: Extract<Outage, { part: 'page' }>['how'], isGone: boolean) => {
    if (how === 'frozen') await Promise.all(tabs.map((tab) => tab.freeze(isGone)));
    else if (how !== 'offline') network.set(isGone ? how : 'pass');
    else for (const context of browser.contexts()) await context.setOffline(isGone);
  };
  return async ({ part, how }: OutageKind, isGone: boolean): Promise<void> => {
    if (part === 'feed') vendors.set(isGone ? how : 'pass');
    else if (part === 'page') await switchPage(how, isGone);
    else await (isGone ? server.takeAway(how) : server.bringBack());
  };
}

/** Starts everything and opens the charts; resolves when they are live. */
export async function startRig({ exchanges, launch }: RigOptions): Promise<Rig> {
  const vendors = await startVendors();
  const server = await startServer(vendors.environment);
  const network = await startTcpProxy(server.port);
  const origin = `http://localhost:${server.port}`;
  const { args = [], ...rest } = launch;
  // The page keeps the server's own address, as behind a failing network.
  const throughProxy = `--host-resolver-rules=MAP localhost:${server.port} 127.0.0.1:${network.port}`;
  const browser = await chromium.launch({ ...rest, args: [...args, throughProxy] });
  const [person, reader] = await Promise.all([
    signInDevice(origin, 'commercial@demo.test'),
    signInDevice(origin, 'admin@demo.test'),
  ]);
  const context = await browser.newContext({
    storageState: await person.storageState(),
    viewport: { width: 1440, height: 900 },
    timezoneId: 'Africa/Johannesburg',
    locale: 'en-ZA',
  });
  await person.close();
  const tabs: ChartTab[] = [];
  for (const exchange of exchanges) tabs.push(await openChartTab(context, origin, exchange));
  const change = switchOf({ tabs, server, browser, network, vendors });
  return {
    tabs,
    reader,
    truthOf: vendors.truthOf,
    server,
    take: (outage) => change(outage, true),
    giveBack: (outage) => change(outage, false),
    close: async () => {
      await browser.close();
      await reader.close();
      await server.close();
      await network.close();
      await vendors.close();
    },
  };
}
