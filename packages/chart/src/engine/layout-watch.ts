import type { Drawing } from '../drawings/drawing.ts';
import { type ChartLayout, LAYOUT_VERSION, type PaneShares } from '../layout/chart-layout.ts';
import { settingsText } from '../layout/read-layout.ts';
import type { ChartState } from './chart-state.ts';
import type { Emitter } from './emitter.ts';

/** Tells when the layout of a chart has become another one. */
export type LayoutWatch = {
  /** The layout as it is now; null before anything is opened. */
  read: () => ChartLayout | null;
  /** Something of it may have changed: looks in a moment, once for all that changes until then. */
  touch: () => void;
  /** Takes the layout as it is now for known: it was restored, nobody changed it. */
  adopt: () => void;
};

type Deps = {
  state: ChartState;
  emitter: Emitter;
  panes: () => PaneShares;
  drawings: () => readonly Drawing[];
};

/** What tells one layout from another: drawings are another list after each change. */
type Known = { settings: string; drawings: readonly Drawing[] };

export function createLayoutWatch({ state, emitter, panes, drawings }: Deps): LayoutWatch {
  let known: Known | null = null;
  let isTouched = false;
  const read = (): ChartLayout | null => {
    const { open, view } = state;
    if (!open) return null;
    const { candleType, priceScale, isPriceOnly, hasVolume, guides, zone, studies, compared } =
      view;
    return {
      version: LAYOUT_VERSION,
      symbol: open.symbol.ticker,
      resolution: open.resolution,
      candleType,
      priceScale,
      isPriceOnly,
      hasVolume,
      guides,
      zone,
      studies,
      panes: panes(),
      compared,
      drawings: drawings(),
    };
  };
  const present = (): Known | null => {
    const layout = read();
    return layout && { settings: settingsText(layout), drawings: layout.drawings };
  };
  const look = () => {
    isTouched = false;
    const next = present();
    const before = known;
    known = next;
    // The first layout of a chart is no change of one.
    if (!before || !next) return;
    if (before.settings !== next.settings || before.drawings !== next.drawings)
      emitter.emit('layout', {});
  };
  return {
    read,
    touch() {
      if (isTouched) return;
      isTouched = true;
      queueMicrotask(look);
    },
    adopt() {
      known = present();
    },
  };
}
