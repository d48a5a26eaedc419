import { MINUTE_MS } from '@moneytrail/calendar';
import type { FeedExchange } from '@moneytrail/contract';
import type { FeedSettings } from '@moneytrail/feeds';
import type { Config } from '../config.ts';

export type ProviderChoice = Record<FeedExchange, FeedSettings | 'simulate'>;

const PROBE_TIMEOUT_MS = 2_000;

/** True if a public API answers within two seconds. */
export async function answersQuickly(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) });
    return response.ok;
  } catch {
    // Unreachable, refused or too slow: all the same to the caller.
    return false;
  }
}

/** The vendors' default addresses. */
export type VendorUrls = {
  fmpRest: string;
  bitfinexRest: string;
  bitfinexStream: string;
  tiingoRest: string;
  tiingoStream: string;
};

type Choice = FeedSettings | 'simulate';

function fmpChoice({ feeds }: Config, vendors: VendorUrls): Choice {
  const { apiKey, restUrl, callsPerMinute } = feeds.fmp;
  if (apiKey === null) return 'simulate';
  return {
    restUrl: restUrl ?? vendors.fmpRest,
    apiKey,
    isSimulated: false,
    ...(callsPerMinute === null ? {} : { callLimit: { calls: callsPerMinute, perMs: MINUTE_MS } }),
  };
}

function tiingoChoice({ feeds }: Config, vendors: VendorUrls): Choice {
  const { apiKey, restUrl, streamUrl, callsPerHour } = feeds.tiingo;
  if (apiKey === null) return 'simulate';
  return {
    restUrl: restUrl ?? vendors.tiingoRest,
    streamUrl: streamUrl ?? vendors.tiingoStream,
    apiKey,
    isSimulated: false,
    ...(callsPerHour === null ? {} : { callLimit: { calls: callsPerHour, perMs: 60 * MINUTE_MS } }),
  };
}

function bvgChoice({ feeds }: Config): Choice {
  const { apiKey, restUrl } = feeds.bvg;
  if (restUrl === null) return 'simulate';
  return { restUrl, isSimulated: false, ...(apiKey === null ? {} : { apiKey }) };
}

async function bitfinexChoice(config: Config, vendors: VendorUrls): Promise<Choice> {
  const { bitfinex } = config.feeds;
  const restUrl = bitfinex.restUrl ?? vendors.bitfinexRest;
  const streamUrl = bitfinex.streamUrl ?? vendors.bitfinexStream;
  // A configured address is used even while it does not answer.
  const isMeant = bitfinex.restUrl !== null || !config.isDemo;
  const isUsable = isMeant || (await answersQuickly(`${restUrl}/v2/platform/status`));
  return isUsable ? { restUrl, streamUrl, isSimulated: false } : 'simulate';
}

/** Chooses for each feed separately: real if its key is configured, else simulated. */
export async function chooseProviders(
  config: Config,
  vendors: VendorUrls,
): Promise<ProviderChoice> {
  const isForced = (name: FeedExchange) =>
    config.simulate.includes(name.toLowerCase()) || config.simulate.includes('all');
  return {
    FMP: isForced('FMP') ? 'simulate' : fmpChoice(config, vendors),
    Tiingo: isForced('Tiingo') ? 'simulate' : tiingoChoice(config, vendors),
    BVG: isForced('BVG') ? 'simulate' : bvgChoice(config),
    Bitfinex: isForced('Bitfinex') ? 'simulate' : await bitfinexChoice(config, vendors),
  };
}
