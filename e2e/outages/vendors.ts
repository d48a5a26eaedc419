import { fork } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { EXCHANGES, type ExchangeName } from '../../packages/contract/src/index.ts';
import { createFeed, type Feed } from '../../packages/feeds/src/index.ts';
import { type ProxyMode, startTcpProxy } from '../tcp-proxy.ts';

type Address = {
  exchange: ExchangeName;
  restUrl: string;
  streamUrl: string | null;
  apiKey: string | null;
};

/** The vendors behind proxies, and a way to them that never fails. */
export type Vendors = {
  /** What makes a server ask them through the proxies. */
  environment: Record<string, string>;
  /** Takes all of them away, or gives them back. */
  set: (mode: ProxyMode) => void;
  /** Reads them beside the proxies: what they tell is the truth. */
  truthOf: (exchange: ExchangeName) => Feed;
  close: () => Promise<void>;
};

function isAddressList(message: unknown): message is Address[] {
  return Array.isArray(message) && message.every((one) => EXCHANGES.includes(one.exchange));
}

/** Leads an address through a proxy. */
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

/** Without these the limits of free keys would be kept. */
const PAID_PLANS = { FMP_CALLS_PER_MINUTE: '300', TIINGO_CALLS_PER_HOUR: '10000' };

/** Every vendor as the environment names it. */
function environmentOf(addresses: readonly Address[]): Record<string, string> {
  const names: Record<ExchangeName, [rest: string, stream: string, key: string]> = {
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
export async function startVendors(): Promise<Vendors> {
  const process = fork(resolve(import.meta.dirname, 'vendors-process.ts'));
  const [message] = await once(process, 'message');
  if (!isAddressList(message)) throw new Error('the vendors did not start');
  const ways = await Promise.all(message.map(proxied));
  const direct = new Map(message.map((address) => [address.exchange, address]));
  return {
    environment: environmentOf(ways.map(({ address }) => address)),
    set: (mode) => {
      for (const { proxy } of ways) proxy.set(mode);
    },
    truthOf: (exchange) => {
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
