import { MAX_LAYOUTS } from '../endpoints/layouts.ts';

const MONTHS = { MONTH: 1, YEAR: 12 } as const;

/** One billing period later at the same time of day, clamped to the last day of a shorter month; both in epoch ms. */
export function periodAfter(fromMs: number, interval: keyof typeof MONTHS): number {
  const from = new Date(fromMs);
  const later = new Date(fromMs);
  later.setUTCMonth(from.getUTCMonth() + MONTHS[interval]);
  // The day overflowed into the following month.
  if (later.getUTCDate() !== from.getUTCDate()) later.setUTCDate(0);
  return later.getTime();
}

/** One line of what a plan or an account gives. */
export type Given = { name: string; value: string };

const ADDED = 'not included; an administrator can add it to your account';

/** The rights of a paid plan in words, for people who compare plans or have one. */
export function givenByPlan(rights: {
  isDetailedSummaryAllowed: boolean;
  isSuffixAllowed: boolean;
}): Given[] {
  return [
    { name: 'Sources', value: 'FMP, Bitfinex, Tiingo and BVG (Safex)' },
    {
      name: 'Instruments',
      value: 'every stock, index, commodity, crypto, forex and Safex contract of these sources',
    },
    {
      name: 'International listings',
      value: rights.isSuffixAllowed ? 'included, such as NPN.JO and VOD.L' : ADDED,
    },
    {
      name: 'Summary panel',
      value: rights.isDetailedSummaryAllowed
        ? 'included: price, four levels and their distance, market depth'
        : ADDED,
    },
    { name: 'Seats', value: 'one, for you' },
    { name: 'Storage', value: `${MAX_LAYOUTS} saved charts, with their versions` },
  ];
}

/** The view of a visitor without an account. */
export const GIVEN_TO_VISITORS: readonly Given[] = [
  { name: 'Sources', value: 'FMP' },
  { name: 'Instruments', value: 'BTCUSD, as a preview on this page, and all guides' },
  { name: 'International listings', value: 'not included' },
  { name: 'Summary panel', value: 'not included' },
  { name: 'Seats', value: 'none' },
  { name: 'Storage', value: 'none' },
];

/** The rights of an approved account without a plan. */
export const GIVEN_FREE: readonly Given[] = [
  { name: 'Sources', value: 'FMP' },
  { name: 'Instruments', value: 'BTCUSD, live, on every interval' },
  { name: 'International listings', value: 'not included' },
  { name: 'Summary panel', value: ADDED },
  { name: 'Seats', value: 'one, for you' },
  { name: 'Storage', value: `${MAX_LAYOUTS} saved charts, with their versions` },
];
