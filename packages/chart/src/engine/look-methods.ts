import type { ChartEngine } from '../chart-engine.ts';
import { klineStyles } from '../kline/kline-styles.ts';
import type { ChartParts } from './chart-parts.ts';
import { applyMainAxis, mayBeLog } from './value-axes.ts';

type LookMethods = Pick<
  ChartEngine,
  | 'setTheme'
  | 'setCandleType'
  | 'setPriceScale'
  | 'setVolume'
  | 'setGuides'
  | 'setPriceOnly'
  | 'setZone'
>;

/** How the bars and what helps to read them look. */
export function createLookMethods(parts: ChartParts): LookMethods {
  const { chart, state, bars, layoutWatch } = parts;
  const { view } = state;
  return {
    setTheme(theme) {
      view.theme = theme;
      chart.setStyles(klineStyles(view));
    },
    setCandleType(type) {
      view.candleType = type;
      applyMainAxis(chart, state);
      layoutWatch.touch();
    },
    setPriceScale(scale) {
      view.priceScale = scale;
      applyMainAxis(chart, state);
      layoutWatch.touch();
      return scale !== 'log' || mayBeLog(state);
    },
    setVolume(isShown) {
      view.hasVolume = isShown;
      applyMainAxis(chart, state);
      layoutWatch.touch();
    },
    setGuides(guides) {
      view.guides = guides;
      chart.setStyles(klineStyles(view));
      layoutWatch.touch();
    },
    setPriceOnly(isOn) {
      view.isPriceOnly = isOn;
      applyMainAxis(chart, state);
      layoutWatch.touch();
    },
    setZone(zone) {
      view.zone = zone;
      bars.relabel();
      layoutWatch.touch();
    },
  };
}
