import type { HistoryAnswer } from '@moneytrail/contract';
import { init, type KLineData } from 'klinecharts';
import { BAR_SPACE_PX, RIGHT_ROOM_PX } from '../../chart/drawn-chart.ts';

/** The first request of the product: the bars of one window up to now. */
type BareOpening = { e: string; fsym: string; windowMs: number };

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;

async function readBars({ e, fsym, windowMs }: BareOpening): Promise<KLineData[]> {
  const toMs = (Math.floor(Date.now() / MINUTE_MS) + 1) * MINUTE_MS;
  const query = new URLSearchParams({
    e,
    fsym,
    resolution: '1D',
    fromTs: String((toMs - windowMs) / SECOND_MS),
    toTs: String(toMs / SECOND_MS),
    limit: '2000',
    countBack: '-1',
  });
  const authorization = `Bearer ${localStorage.getItem('accessToken')}`;
  const ask = () => fetch(`/api/data/histoday?${query}`, { headers: { authorization } });
  let answer = await ask();
  // Retries like the product: new history may be refused at first.
  while (answer.status === 503) {
    await new Promise((done) => setTimeout(done, SECOND_MS));
    answer = await ask();
  }
  const { Data }: HistoryAnswer = await answer.json();
  return Data.map(({ time, open, high, low, close, volume }) => {
    return { timestamp: time, open, high, low, close, volume: volume ?? 0 };
  });
}

const container = document.querySelector<HTMLElement>('#chart');
const chart = container && init(container);
if (!chart) throw new Error('The library made no chart.');
chart.setBarSpace(BAR_SPACE_PX);
chart.setOffsetRightDistance(RIGHT_ROOM_PX);
chart.setPeriod({ type: 'day', span: 1 });

const { e = '', fsym = '', windowMs } = Object.fromEntries(new URLSearchParams(location.search));
const show = (ticker: string) => chart.setSymbol({ ticker, pricePrecision: 2, volumePrecision: 2 });
show(fsym);
chart.setDataLoader({
  getBars: async ({ type, symbol, callback }) => {
    const opening = { e, fsym: symbol.ticker, windowMs: Number(windowMs) };
    callback(type === 'init' ? await readBars(opening) : [], false);
  },
});

/** The symbol that Enter opens next. */
window.nextSymbol = fsym;
window.addEventListener('keydown', ({ key }) => {
  if (key === 'Enter') show(window.nextSymbol);
});

declare global {
  interface Window {
    nextSymbol: string;
  }
}
