import { type PositionLine, positionOverlay } from '@moneytrail/chart/positions';
import type { ChartController } from '../controller/chart-controller.ts';
import { type PaperPosition, positionIn } from './paper-account.ts';
import type { Replay } from './replay.ts';
import { unitsText } from './trade-texts.ts';

/** The lines of a position: its entry with side and size, its stop and its target. */
function linesOf({ side, size, entry, stop, target }: PaperPosition): PositionLine[] {
  const word = side === 'long' ? 'Long' : 'Short';
  const text = `${word} ${unitsText(size)}`;
  return [
    { role: 'entry', side, price: entry.price, text },
    ...(stop === null ? [] : [{ role: 'stop' as const, side, price: stop, text: 'Stop' }]),
    ...(target === null ? [] : [{ role: 'target' as const, side, price: target, text: 'Target' }]),
  ];
}

/** Shows the open position of the chart's instrument on its chart, until the replay ends. */
export function showPosition(
  { engine, opened }: Pick<ChartController, 'engine' | 'opened'>,
  { account, ending }: Pick<Replay, 'account' | 'ending'>,
): void {
  const show = () => {
    const ticker = opened.get()?.info.ticker;
    const position = ticker === undefined ? null : positionIn(account.get(), ticker);
    engine.setOverlay(position && positionOverlay(linesOf(position)));
  };
  const stops = [account.subscribe(show), opened.subscribe(show)];
  show();
  ending.addEventListener('abort', () => {
    for (const stop of stops) stop();
    engine.setOverlay(null);
  });
}
