import {
  createPositionOverlay,
  type LevelRole,
  type PositionLine,
} from '@moneytrail/chart/positions';
import { decimalsOf, formatPrice } from '../../../lib/format.ts';
import { showToast } from '../../../stores/toasts.ts';
import type { ChartController } from '../controller/chart-controller.ts';
import { type PaperPosition, positionIn } from './paper-account.ts';
import type { Replay } from './replay.ts';
import { WAITING } from './replay-desk.ts';
import { unitsText } from './trade-texts.ts';

const WORDS: Readonly<Record<LevelRole, string>> = { stop: 'Stop', target: 'Target' };

/** The lines of a position: its entry with side and size, its stop and its target. */
function linesOf({ side, size, entry, ...levels }: PaperPosition): PositionLine[] {
  const word = side === 'long' ? 'Long' : 'Short';
  const entryLine = { role: 'entry', side, price: entry.price } as const;
  return [
    { ...entryLine, text: `${word} ${unitsText(size)}` },
    ...(['stop', 'target'] as const).flatMap((role) => {
      const price = levels[role];
      return price === null ? [] : [{ role, side, price, text: WORDS[role] }];
    }),
  ];
}

/** The visible texts of the legend over the chart of a canvas; charts beside the active one have no legend. */
function legendOver(canvas: HTMLCanvasElement): DOMRect[] {
  const area = canvas.closest('#chart')?.parentElement;
  const texts = [...(area?.querySelectorAll('[data-region="legend"] :not(:has(*))') ?? [])];
  return texts
    .filter((text) => text.textContent !== '' && text.checkVisibility({ visibilityProperty: true }))
    .map((text) => text.getBoundingClientRect());
}

/**
 * Shows the open position of the chart's instrument on its chart, until the replay ends. A stop or a target that is dragged
 * is moved as a typed one is; a refused one springs back.
 */
export function showPosition(
  { engine, opened }: Pick<ChartController, 'engine' | 'opened'>,
  replay: Pick<Replay, 'account' | 'ending' | 'moveLevels' | 'state'>,
): void {
  const { account, ending } = replay;
  const decimals = () => decimalsOf(opened.get()?.info.pricescale ?? 100);
  const present = () => {
    const ticker = opened.get()?.info.ticker;
    return ticker === undefined ? null : positionIn(account.get(), ticker);
  };
  const move = async (role: LevelRole, price: number | null) => {
    const position = present();
    if (!position || position[role] === price) return show();
    const before = position[role];
    const { stop, target } = position;
    try {
      const isMoved = await replay.moveLevels({ stop, target, [role]: price });
      if (!isMoved) showToast({ kind: 'info', text: replay.state.get().problem ?? WAITING });
      else if (price !== null) {
        showToast({
          kind: 'success',
          text: `${WORDS[role]} moved to ${formatPrice(price, decimals())}.`,
          action: {
            label: 'Undo',
            // The position may have been closed, and another one opened.
            run: () => {
              if (present()?.entry === position.entry) void move(role, before);
            },
          },
        });
      }
    } catch (error) {
      showToast({ kind: 'error', text: error instanceof Error ? error.message : String(error) });
    }
    show();
  };
  const overlay = createPositionOverlay({
    redraw: engine.setOverlay,
    precision: decimals,
    onMoved: (role, price) => void move(role, price),
    coversOf: legendOver,
  });
  const show = () => {
    const position = present();
    if (position) overlay.setLines(linesOf(position));
    else engine.setOverlay(null);
  };
  const stops = [account.subscribe(show), opened.subscribe(show)];
  show();
  ending.addEventListener('abort', () => {
    for (const stop of stops) stop();
    engine.setOverlay(null);
  });
}
