import { isResolution } from '@moneytrail/calendar';
import type { ChartEngine, ChartLayout, SingleLayout } from '@moneytrail/chart';
import { lookText, readLayout, settingsText, writeLayout } from '@moneytrail/chart/model';
import { choiceOfZone, lookIn } from '../model/chart-look.ts';
import { type LayoutPreferences, updatePreferences } from '../preferences/preferences.ts';
import { readChartStudies } from '../preferences/studies-on-chart.ts';
import {
  canStandTogether,
  type LayoutCodec,
  type LayoutParts,
  layoutOf,
  partsOf,
  sharedInputs,
} from './layout-parts.ts';
import type { ChartNow, ComparableLayout } from './layout-sender.ts';

/** The parts of the present chart that a layout leaves as they are. */
export type ApplyRule = {
  /** Drawings and changes made before the layout arrived stay. */
  keepsEarly: boolean;
  /** The layout's instrument is opened too. */
  opensInstrument: boolean;
};

/** Opens the instrument of a layout. */
export type OpenInstrument = (at: {
  symbol: string;
  resolution: ChartLayout['resolution'];
}) => void;

/**
 * The page's preferences that a layout determines. The first study of each kind shares one set of inputs; a layout
 * without any of them determines no inputs.
 */
export function lookOf(
  layout: SingleLayout,
): Omit<LayoutPreferences, 'inputs'> & Partial<Pick<LayoutPreferences, 'inputs'>> {
  const { zone, studies } = layout;
  const inputs = sharedInputs(layout);
  return {
    ...lookIn(layout),
    zone: choiceOfZone(zone),
    ...(inputs && { inputs }),
    studies: readChartStudies({ studies }),
  };
}

function comparable({ drawings, ...settings }: ChartLayout): ComparableLayout {
  return { settings: lookText(settings), drawings };
}

/** The settings that differ from the initial ones, the instrument left out. */
function changedSettings(initial: SingleLayout, now: SingleLayout): Partial<SingleLayout> {
  const before = { ...initial, symbol: now.symbol, resolution: now.resolution };
  const text = settingsText(before);
  const isChanged = ([name, value]: [string, unknown]) =>
    settingsText({ ...before, [name]: value }) !== text;
  return Object.fromEntries(Object.entries(now).filter(isChanged));
}

/** The active one of a layout's charts, and the layout with that one changed. */
type ActivePart = {
  layout: SingleLayout;
  withChanged: (changed: SingleLayout) => ChartLayout;
};

/** The charts that a layout describes. */
export type SavableEngine = Pick<ChartEngine, 'layout' | 'applyLayout'> & {
  /** Those of the active chart. */
  drawings: Pick<ChartEngine['drawings'], 'all' | 'isBusy'>;
  activeIn: (layout: ChartLayout) => ActivePart;
  /** Calls back after each change by the user. */
  onChange: (listener: () => void) => () => void;
};

/** One chart of its own. */
export function savableEngine({
  layout,
  applyLayout,
  drawings,
  on,
}: Pick<ChartEngine, 'layout' | 'applyLayout' | 'drawings' | 'on'>): SavableEngine {
  return {
    layout,
    applyLayout,
    drawings,
    activeIn: ({ grid: _others, ...first }) => ({ layout: first, withChanged: (one) => one }),
    onChange: (listener) => on('layout', listener),
  };
}

type Options = {
  /** The chart before anybody changed it. */
  initial?: ChartLayout;
  /** Takes over the page's part of a layout. */
  settle?: (look: ReturnType<typeof lookOf>) => void;
};

const layoutCodec: LayoutCodec = {
  partsOf: (content) => partsOf(readLayout(content)),
  contentOf(parts, { symbol, resolution }) {
    if (!canStandTogether(parts) || !isResolution(resolution)) return null;
    return writeLayout(layoutOf(parts, { symbol, resolution }));
  },
};

/** The chart before anybody changed it. */
type InitialChart = Pick<ChartNow, 'comparable' | 'parts'>;

export type SavableChart = LayoutCodec & {
  /** Null where it is not known. */
  initial: InitialChart | null;
  /** The present state to be saved; null before an instrument is open. */
  read: () => Omit<ChartNow, 'name'> | null;
  /** A drawing is being made: the chart must not be replaced then. */
  isBusy: () => boolean;
  /** Applies stored content; true where the chart then holds more than that. Throws a `LayoutError` on unreadable content. */
  apply: (content: string, rule: ApplyRule) => boolean;
  onChange: (listener: () => void) => () => void;
};

/** Reads and applies the engine's layout together with the page's preferences that follow it. */
export function createSavableChart(
  engine: SavableEngine,
  openInstrument: OpenInstrument,
  { initial, settle = updatePreferences }: Options = {},
): SavableChart {
  return {
    ...layoutCodec,
    initial: initial ? { comparable: comparable(initial), parts: () => partsOf(initial) } : null,
    read() {
      const layout = engine.layout();
      if (!layout) return null;
      const { symbol, resolution } = layout;
      let content: string | null = null;
      let taken: LayoutParts | null = null;
      const write = () => {
        content ??= writeLayout(layout);
        return content;
      };
      const parts = () => {
        taken ??= partsOf(layout);
        return taken;
      };
      return { symbol, resolution, comparable: comparable(layout), parts, write };
    },
    isBusy: engine.drawings.isBusy,
    apply(content, { keepsEarly, opensInstrument }) {
      const layout = readLayout(content);
      const { layout: stored, withChanged } = engine.activeIn(layout);
      const known = new Set(stored.drawings.map(({ id }) => id));
      const now = engine.layout();
      const shown = now && engine.activeIn(now).layout;
      const changed = keepsEarly && initial && shown ? changedSettings(initial, shown) : {};
      const more = keepsEarly ? engine.drawings.all().filter(({ id }) => !known.has(id)) : [];
      const active = { ...stored, ...changed, drawings: [...stored.drawings, ...more] };
      const next = withChanged(active);
      settle(lookOf(active));
      engine.applyLayout(next);
      // Several charts are one desk: all devices show its instruments, beginning with that of the address.
      const isMoved = shown?.symbol !== stored.symbol || shown.resolution !== stored.resolution;
      if (opensInstrument || (layout.grid && !keepsEarly && isMoved)) openInstrument(stored);
      return more.length > 0 || settingsText(next) !== settingsText(layout);
    },
    onChange: engine.onChange,
  };
}
