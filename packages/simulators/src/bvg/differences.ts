import { MARKET_HOURS, tradingDayFrom } from '@moneytrail/calendar';
import type { BvgContract } from './contract.ts';
import { SAFEX_SCALE } from './future.ts';
import { type ListedFuture, monthName } from './listed-future.ts';

const HOURS = MARKET_HOURS.safex;
/** Part of the thinner leg's volume that trades as the difference. */
const VOLUME_SHARE = 0.35;
/** A contract is spread against this many that follow it. */
const SPREAD_REACH = 2;

/** The difference of two futures over the time both trade; null where they never do together. */
function differenceOf(
  near: ListedFuture,
  far: ListedFuture,
  listing: Pick<BvgContract, 'display' | 'group' | 'commodity'>,
): BvgContract | null {
  const startMs = Math.max(near.startMs, far.startMs);
  const endMs = Math.min(near.endMs, far.endMs);
  if (startMs > endMs) return null;
  const code = `${near.code}/${far.code}`;
  return {
    ...listing,
    code,
    startMs,
    endMs,
    market: {
      kind: 'spread',
      id: code,
      hours: HOURS,
      scale: SAFEX_SCALE,
      legs: [near.market, far.market],
      firstDayMs: tradingDayFrom(HOURS, startMs),
      lastDayMs: endMs,
      volumeShare: VOLUME_SHARE,
    },
  };
}

/** Calendar spreads of one commodity: each month against the next two. `futures` are ascending by month. */
export function spreadsOf(futures: readonly ListedFuture[]): BvgContract[] {
  return futures.flatMap((near, index) =>
    futures.slice(index + 1, index + 1 + SPREAD_REACH).flatMap((far) => {
      const display = `${monthName(near.month)}/${monthName(far.month)} ${near.commodity}`;
      const listing = { display, group: 'spreads', commodity: near.commodity } as const;
      return differenceOf(near, far, listing) ?? [];
    }),
  );
}

/** White maize against yellow maize of the same month: what a split is taken to be. */
export function splitsOf(
  white: readonly ListedFuture[],
  yellow: readonly ListedFuture[],
): BvgContract[] {
  return white.flatMap((one) => {
    const other = yellow.find(({ display }) => display.startsWith(monthName(one.month)));
    const display = `${monthName(one.month)} WMAZ/YMAZ`;
    if (!other) return [];
    return differenceOf(one, other, { display, group: 'splits', commodity: null }) ?? [];
  });
}
