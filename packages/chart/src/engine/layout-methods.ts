import type { ChartEngine } from '../chart-engine.ts';
import { lookText } from '../layout/read-layout.ts';
import type { ChartParts } from './chart-parts.ts';

type Look = Pick<
  ChartEngine,
  'setCandleType' | 'setVolume' | 'setGuides' | 'setPriceOnly' | 'setZone' | 'setStudies'
>;

/** The chart's state as one value. */
export function createLayoutMethods(
  { state, layoutWatch, board, history, layout: paneLayout, comparison }: ChartParts,
  look: Look,
): Pick<ChartEngine, 'layout' | 'applyLayout'> {
  return {
    layout: layoutWatch.read,
    applyLayout(layout) {
      const present = layoutWatch.read();
      // Steps on what was there before would bring it back into what comes now.
      if (present && lookText(present) !== lookText(layout)) history.clear();
      // Unlike a choice it is not refused: what cannot be drawn on it now may be drawn once another symbol is open.
      state.view.priceScale = layout.priceScale;
      look.setCandleType(layout.candleType);
      look.setVolume(layout.hasVolume);
      look.setGuides(layout.guides);
      look.setPriceOnly(layout.isPriceOnly);
      look.setZone(layout.zone);
      look.setStudies(layout.studies);
      paneLayout.setShares(layout.panes);
      paneLayout.apply();
      comparison.replaceAll(layout.compared);
      board.replaceAll(layout.drawings);
      layoutWatch.adopt();
    },
  };
}
