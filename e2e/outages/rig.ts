import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, chromium } from '@playwright/test';
import { freePort } from '../../apps/server/src/testing/free-port.ts';
import { startTcpProxy } from '../../cluster/tcp-proxy.ts';
import { startVendors } from '../../cluster/vendors.ts';
import type { FeedExchange } from '../../packages/contract/src/index.ts';
import type { Feed } from '../../packages/feeds/src/index.ts';
import { type Device, signInDevice } from './account.ts';
import { type ChartTab, openChartTab } from './chart.ts';
import type { Outage, OutageKind } from './plan.ts';

const MAIN = resolve(import.meta.dirname, '../../apps/server/src/main.ts');
const LONGEST_START_MS = 120_000;
const ASK_EVERY_MS = 200;

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
