import { type Browser, chromium } from '@playwright/test';
import type { ExchangeName } from '../../packages/contract/src/index.ts';
import type { Feed } from '../../packages/feeds/src/index.ts';
import { startTcpProxy } from '../tcp-proxy.ts';
import { type Device, signInDevice } from './account.ts';
import { type ChartTab, openChartTab } from './chart.ts';
import type { Outage, OutageKind } from './plan.ts';
import { type ServerProcess, startServer } from './server.ts';
import { startVendors } from './vendors.ts';

/** The product as it runs, with everything outside it in hand: browser, server, vendors, and what lies between. */
export type Rig = {
  tabs: readonly ChartTab[];
  /** Reads the server without the browser. */
  reader: Device;
  truthOf: (exchange: ExchangeName) => Feed;
  server: ServerProcess;
  /** Begins an outage; resolves when what it takes is gone. */
  take: (outage: Outage) => Promise<void>;
  /** Ends it; resolves when what was gone is there again. */
  giveBack: (outage: Outage) => Promise<void>;
  close: () => Promise<void>;
};

export type RigOptions = {
  /** Whose pair BTCUSD is charted, each in a tab of its own. */
  exchanges: readonly ExchangeName[];
  launch: { executablePath?: string; args?: string[] };
};

type Parts = Pick<Rig, 'tabs' | 'server'> & {
  browser: Browser;
  network: Awaited<ReturnType<typeof startTcpProxy>>;
  vendors: Awaited<ReturnType<typeof startVendors>>;
};

/** Takes away or gives back what an outage is about. */
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

/** Starts it all and opens the charts; resolves when they are live. */
export async function startRig({ exchanges, launch }: RigOptions): Promise<Rig> {
  const vendors = await startVendors();
  const server = await startServer(vendors.environment);
  const network = await startTcpProxy(server.port);
  const origin = `http://localhost:${server.port}`;
  const { args = [], ...rest } = launch;
  // The page keeps the server's own address, as behind a network that fails.
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
