import type { ChartEngine } from '../chart-engine.ts';
import { klineStyles } from '../kline/kline-styles.ts';
import { klinePaneId } from '../kline/pane-ids.ts';
import { visibleBars } from '../kline/visible-bars.ts';
import { mainExtent } from '../scene/pane-extent.ts';
import type { ChartParts } from './chart-parts.ts';
import { applyMainAxis } from './value-axes.ts';

type LookMethods = Pick<
  ChartEngine,
  | 'setTheme'
  | 'setCandleType'
  | 'setPriceScale'
  | 'setVolume'
  | 'setGuides'
  | 'setPriceOnly'
  | 'setZone'
  | 'setStudies'
  | 'setPublishedMarks'
  | 'setOnlyPane'
  | 'setHeadRoom'
  | 'enlargePane'
>;

/** What is drawn and how it looks. */
export function createLookMethods(parts: ChartParts): LookMethods {
  const { chart, state, bars, panes, layout, publisher } = parts;
  const { view } = state;
  const arrangePanes = () => {
    panes.sync();
    layout.apply();
  };
  return {
    setTheme(theme) {
      view.theme = theme;
      chart.setStyles(klineStyles(view));
    },
    setCandleType(type) {
      view.candleType = type;
      applyMainAxis(chart, state);
    },
    setPriceScale(scale) {
      const { from, to } = visibleBars(chart);
      const isBelowZero = mainExtent(state, { from, to }).low <= 0;
      if (scale === 'log' && (isBelowZero || state.open?.symbol.mayBeNegative)) return false;
      view.priceScale = scale;
      applyMainAxis(chart, state);
      return true;
    },
    setVolume(isShown) {
      view.hasVolume = isShown;
      applyMainAxis(chart, state);
    },
    setGuides(guides) {
      view.guides = guides;
      chart.setStyles(klineStyles(view));
    },
    setPriceOnly(isOn) {
      view.isPriceOnly = isOn;
      applyMainAxis(chart, state);
    },
    setZone(zone) {
      view.zone = zone;
      bars.relabel();
    },
    setStudies(studies) {
      state.studies.choose(studies);
      bars.recompute();
      publisher.invalidate();
      arrangePanes();
    },
    setPublishedMarks(marks) {
      state.marks.publish(marks);
      bars.redraw();
      publisher.invalidate();
    },
    setOnlyPane(pane) {
      view.onlyPane = pane;
      arrangePanes();
    },
    setHeadRoom(pane, px) {
      if (view.headRoomPx[pane] === px) return;
      view.headRoomPx[pane] = px;
      if (pane === 'main') applyMainAxis(chart, state);
      else panes.sync();
    },
    enlargePane(pane) {
      for (const one of ['main', ...panes.panes()] as const) {
        const isEnlarged = one === pane;
        chart.setPaneOptions({
          id: klinePaneId(one),
          state: isEnlarged ? 'maximize' : 'normal',
        });
      }
      if (pane === null) layout.apply();
    },
  };
}
