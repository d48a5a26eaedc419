import { parseRows } from '../http/answer.ts';
import type { HttpClient } from '../http/http-client.ts';
import type { CallContext } from '../http/vendor-calls.ts';
import type { FeedEnvironment } from '../settings.ts';
import {
  BVG_PATHS,
  type BvgBar,
  type BvgContract,
  type BvgGroup,
  type BvgQuote,
  bvgBar,
  bvgContract,
  bvgQuote,
  epochSeconds,
} from './assumed-contract.ts';

type BvgBarsQuery = { contract: string; resolution: string; fromMs: number; toMs: number };

/** BVG's endpoints as far as they are assumed, one method each. @see ./assumed-contract.ts */
export type BvgClient = {
  contracts: (group: BvgGroup, context: CallContext) => Promise<BvgContract[]>;
  bars: (query: BvgBarsQuery, context: CallContext) => Promise<BvgBar[]>;
  quotes: (contracts: readonly string[], context: CallContext) => Promise<BvgQuote[]>;
};

export function createBvgClient(environment: FeedEnvironment, http: HttpClient): BvgClient {
  return {
    contracts: (group, context) =>
      http.get(
        { ...context, kind: 'history', path: BVG_PATHS.contracts, query: { group } },
        (body) => parseRows(environment, bvgContract, body, `BVG contracts ${group}`),
      ),
    bars: ({ contract, resolution, fromMs, toMs }, context) =>
      http.get(
        {
          ...context,
          kind: 'history',
          path: BVG_PATHS.bars,
          query: { contract, resolution, from: epochSeconds(fromMs), to: epochSeconds(toMs) },
        },
        (body) => parseRows(environment, bvgBar, body, `BVG bars ${contract}`),
      ),
    quotes: (contracts, context) =>
      http.get(
        {
          ...context,
          kind: 'quote',
          path: BVG_PATHS.quotes,
          query: { contracts: contracts.join(',') },
        },
        (body) => parseRows(environment, bvgQuote, body, 'BVG quotes'),
      ),
  };
}
