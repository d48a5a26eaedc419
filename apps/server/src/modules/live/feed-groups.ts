import { createHash } from 'node:crypto';
import { type ExchangeName, FEED_EXCHANGES, type FeedExchange } from '@moneytrail/contract';

/** A part of a feed's instruments that one process reads; `group` counts from 0. */
export type FeedGroup = { exchange: FeedExchange; group: number };

/**
 * The number of groups of each feed; every process must use the same. Bitfinex allows several connections. The others
 * have one group, so one process reads them and any other is a warm standby: FMP and BVG are polled, and further pollers
 * would spend more of the same limit; Tiingo does not tell how many connections a key may have.
 * @see https://docs.bitfinex.com/docs/requirements-and-limitations#websocket-rate-limits
 */
const GROUP_COUNTS: Record<FeedExchange, number> = { BVG: 1, FMP: 1, Bitfinex: 16, Tiingo: 1 };

export const FEED_GROUPS: readonly FeedGroup[] = FEED_EXCHANGES.flatMap((exchange) =>
  groupsOf(exchange).map((group) => ({ exchange, group })),
);

/** The numbers of a feed's groups. */
export function groupsOf(exchange: FeedExchange): number[] {
  return Array.from({ length: GROUP_COUNTS[exchange] }, (_, group) => group);
}

/** The group of an instrument; 0 for one that no feed reads. */
export function groupOf({ exchange, id }: { exchange: ExchangeName; id: number }): number {
  return exchange === 'Imported' ? 0 : id % GROUP_COUNTS[exchange];
}

export function groupKey({ exchange, group }: FeedGroup): string {
  return `${exchange} ${group}`;
}

const WEIGHT_BYTES = 6;

function weightOf(processId: string, group: FeedGroup): number {
  const hash = createHash('sha256')
    .update(`${processId} ${groupKey(group)}`)
    .digest();
  return hash.readUIntBE(0, WEIGHT_BYTES);
}

/**
 * The process that should read a group; undefined if there is none. Rendezvous hashing: every process computes the same
 * from the same list in any order, and a process that comes or goes moves its own groups only.
 */
export function preferredProcess(
  group: FeedGroup,
  processIds: Iterable<string>,
): string | undefined {
  let preferred: { processId: string; weight: number } | undefined;
  for (const processId of processIds) {
    const weight = weightOf(processId, group);
    if (!preferred || weight > preferred.weight) preferred = { processId, weight };
  }
  return preferred?.processId;
}
