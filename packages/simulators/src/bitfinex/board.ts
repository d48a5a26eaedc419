import type { Market } from '../market/market.ts';
import { priceOfUnits, priceToUnits } from '../market/price-scale.ts';
import type { Trade } from '../market/trades.ts';
import type { BitfinexInstrument } from './listings.ts';

const DAY_MS = 86_400_000;

/** Price of a number of smallest moves beside another. */
function beside(instrument: BitfinexInstrument, price: number, moves: number): number {
  const { scale } = instrument.market;
  return priceOfUnits(scale, priceToUnits(scale, price) + moves);
}

/** `[BID, BID_SIZE, ASK, ASK_SIZE, DAILY_CHANGE, DAILY_CHANGE_RELATIVE, LAST_PRICE, VOLUME, HIGH, LOW]` over 24 hours. */
export function tickerRow(market: Market, instrument: BitfinexInstrument): number[] {
  const toMs = market.now() + 1;
  const fromMs = toMs - DAY_MS;
  const whole = { lengthMs: DAY_MS, of: () => () => fromMs };
  const [day] = market.bars(instrument.market, { fromMs, toMs }, whole);
  const last = day?.close ?? 0;
  const change = last - (day?.open ?? last);
  return [
    beside(instrument, last, -1),
    12.5,
    beside(instrument, last, 1),
    9.75,
    Number(change.toFixed(instrument.decimals)),
    day ? Number((change / day.open).toFixed(8)) : 0,
    last,
    day?.volume ?? 0,
    day?.high ?? last,
    day?.low ?? last,
  ];
}

/** `[ID, MTS, AMOUNT, PRICE]`; a negative amount is a sale. */
export function tradeRow({ id, timeMs, volume, isSell, price }: Trade): number[] {
  return [id, timeMs, isSell ? -volume : volume, price];
}

/** `[PRICE, COUNT, AMOUNT]` levels: bids above zero best first, then asks below zero best first. */
export function bookRows(
  market: Market,
  instrument: BitfinexInstrument,
  levels: number,
): number[][] {
  const price = market.snapshot(instrument.market)?.price ?? 0;
  const side = (direction: 1 | -1) =>
    Array.from({ length: levels }, (_, level) => [
      beside(instrument, price, direction * (level + 1)),
      1 + (level % 4),
      -direction * Number((0.5 + level * 0.35).toFixed(8)),
    ]);
  return [...side(-1), ...side(1)];
}
