import { DAY_MS } from '@moneytrail/calendar';
import type { Market } from '../market/market.ts';
import { priceOfUnits, priceToUnits } from '../market/price-scale.ts';
import type { Trade } from '../market/trades.ts';
import type { BitfinexInstrument } from './listings.ts';

const FIRST_ORDER_ID = 170_000_000_000;

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

/**
 * Levels of the book, bids best first, then asks best first; amounts of asks are negative.
 * `[PRICE, COUNT, AMOUNT]`, or order by order `[ID, PRICE, AMOUNT]` where the book is raw.
 */
export function bookRows(
  market: Market,
  instrument: BitfinexInstrument,
  book: { levels: number; isRaw: boolean },
): number[][] {
  const last = market.snapshot(instrument.market)?.price ?? 0;
  const side = (direction: 1 | -1) =>
    Array.from({ length: book.levels }, (_, level) => {
      const price = beside(instrument, last, direction * (level + 1));
      const amount = -direction * Number((0.5 + level * 0.35).toFixed(8));
      const id = FIRST_ORDER_ID + 2 * level + (direction > 0 ? 1 : 0);
      return book.isRaw ? [id, price, amount] : [price, 1 + (level % 4), amount];
    });
  return [...side(-1), ...side(1)];
}
