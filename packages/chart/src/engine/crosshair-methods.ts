import type { ChartEngine } from '../chart-engine.ts';
import type { ChartBar } from '../chart-source.ts';
import { crosshairAt, hideCrosshair, putCrosshair, putCrosshairAt } from '../kline/crosshair.ts';
import { visibleBars } from '../kline/visible-bars.ts';
import type { ChartParts } from './chart-parts.ts';

type CrosshairMethods = Pick<ChartEngine, 'moveCrosshair' | 'showCrosshairAt' | 'hideCrosshair'>;

/** The crosshair as keys and lists move it. */
export function createCrosshairMethods(parts: ChartParts): CrosshairMethods {
  const { chart, state, viewport, board } = parts;
  const putCrosshairOn = (index: number, bar: ChartBar) => {
    viewport.reveal(index);
    putCrosshair(chart, index, bar.close);
  };
  /** What is being placed by keys follows the crosshair as it follows a mouse. */
  const followCrosshair = () => {
    const place = crosshairAt(chart);
    if (place && board.pointer.isBusy()) {
      board.pointer.move({ ...place, reachPx: 0, isStraight: false });
    }
  };
  return {
    moveCrosshair(bars, dyPx) {
      const place = crosshairAt(chart);
      if (dyPx !== undefined && place) {
        const x = place.x + bars * chart.getBarSpace().bar;
        putCrosshairAt(chart, x, place.y + dyPx + (chart.getSize(place.paneId)?.top ?? 0));
        followCrosshair();
        return true;
      }
      const last = state.bars.length() - 1;
      const start = crosshairAt(chart)?.index ?? last;
      const index = Math.max(0, Math.min(last, start + bars));
      const bar = state.bars.at(index);
      if (!bar || (index === start && bars !== 0)) return false;
      putCrosshairOn(index, bar);
      followCrosshair();
      return true;
    },
    showCrosshairAt(timeMs, { isRevealed = false } = {}) {
      const index = state.bars.indexFrom(timeMs);
      const bar = state.bars.at(index);
      if (bar?.time !== timeMs) return;
      const { from, to } = visibleBars(chart);
      if (isRevealed) putCrosshairOn(index, bar);
      else if (index >= from && index < to) putCrosshair(chart, index, bar.close);
      else hideCrosshair(chart);
    },
    hideCrosshair: () => hideCrosshair(chart),
  };
}
