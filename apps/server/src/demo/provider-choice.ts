import type { ExchangeName } from '@moneytrail/contract';
import type { FeedSettings } from '@moneytrail/feeds';
import type { Config } from '../config.ts';

/** What each feed talks to: its provider, or `simulate` where a simulator has to stand in. */
export type ProviderChoice = Record<ExchangeName, FeedSettings | 'simulate'>;

const PROBE_TIMEOUT_MS = 2_000;

/** Whether a public interface answers at all within two seconds. */
export async function answersQuickly(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) });
    return response.ok;
  } catch {
    // Not reached, refused, too slow: all mean the same to the caller.
    return false;
  }
}

/** The vendors' own addresses, used where none is configured. */
export type VendorUrls = {
  fmpRest: string;
  bitfinexRest: string;
  bitfinexStream: string;
  tiingoRest: string;
  tiingoStream: string;
};

function keyed(
  apiKey: string | null,
  restUrl: string,
  streamUrl?: string,
): FeedSettings | 'simulate' {
  if (apiKey === null) return 'simulate';
  return { restUrl, apiKey, isSimulated: false, ...(streamUrl === undefined ? {} : { streamUrl }) };
}

async function bitfinexChoice(
  config: Config,
  vendors: VendorUrls,
): Promise<FeedSettings | 'simulate'> {
  const restUrl = config.feeds.bitfinex.restUrl ?? vendors.bitfinexRest;
  const streamUrl = config.feeds.bitfinex.streamUrl ?? vendors.bitfinexStream;
  const isUsable = config.isProduction || (await answersQuickly(`${restUrl}/v2/platform/status`));
  return isUsable ? { restUrl, streamUrl, isSimulated: false } : 'simulate';
}

/** Chooses for every feed by itself: a provider with its key is real, one without it simulated. */
export async function chooseProviders(
  config: Config,
  vendors: VendorUrls,
): Promise<ProviderChoice> {
  const { fmp, tiingo, bvg } = config.feeds;
  const isForced = (name: string) =>
    config.simulate.includes(name) || config.simulate.includes('all');
  const choice: ProviderChoice = {
    FMP: keyed(fmp.apiKey, fmp.restUrl ?? vendors.fmpRest),
    Tiingo: keyed(
      tiingo.apiKey,
      tiingo.restUrl ?? vendors.tiingoRest,
      tiingo.streamUrl ?? vendors.tiingoStream,
    ),
    Bitfinex: isForced('bitfinex') ? 'simulate' : await bitfinexChoice(config, vendors),
    BVG:
      bvg.restUrl === null
        ? 'simulate'
        : {
            restUrl: bvg.restUrl,
            isSimulated: false,
            ...(bvg.apiKey === null ? {} : { apiKey: bvg.apiKey }),
          },
  };
  for (const name of ['FMP', 'Tiingo', 'BVG'] as const)
    if (isForced(name.toLowerCase())) choice[name] = 'simulate';
  return choice;
}
