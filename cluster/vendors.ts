import { fork } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { FEED_EXCHANGES, type FeedExchange } from '@moneytrail/contract';
import { createFeed, type Feed } from '@moneytrail/feeds';
import type { Faults } from '@moneytrail/simulators';
import { type ProxyMode, startTcpProxy } from './tcp-proxy.ts';

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

/** Starts the vendors in a process of their own, each behind a proxy that passes everything at first. */
export async function startVendors() {
  const vendors = fork(resolve(import.meta.dirname, 'vendors-process.ts'));
  const [message] = await once(vendors, 'message');
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
    /** Makes every simulated vendor answer wrongly; null ends that. */
    fault: (faults: Partial<Faults> | null) => void vendors.send({ faults }),
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
      vendors.disconnect();
      await Promise.all(ways.map(({ proxy }) => proxy.close()));
    },
  };
}
