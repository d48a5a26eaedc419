import type { ChartEngine, ChartLayout } from '@moneytrail/chart';
import { lookText, readLayout, settingsText, writeLayout } from '@moneytrail/chart/model';
import { updatePreferences } from '../preferences/preferences.ts';
import type { Essence } from './essence.ts';
import { lookOf } from './look-of.ts';
import type { SavableChart } from './saving.ts';

/** Opens the instrument of a layout. */
export type OpenInstrument = (at: {
  symbol: string;
  resolution: ChartLayout['resolution'];
}) => void;

function essenceOf({ drawings, ...settings }: ChartLayout): Essence {
  return { settings: lookText(settings), drawings };
}

/** Of the chart's settings those that are others than when it came. */
function changedSettings(came: ChartLayout, now: ChartLayout): Partial<ChartLayout> {
  const before = { ...came, symbol: now.symbol, resolution: now.resolution };
  const text = settingsText(before);
  const isChanged = ([name, value]: [string, unknown]) =>
    settingsText({ ...before, [name]: value }) !== text;
  return Object.fromEntries(Object.entries(now).filter(isChanged));
}

type Setting = {
  /** The chart as it came, before anybody changed it. */
  came?: ChartLayout;
  /** Takes over what of a layout is the page's own to show. */
  settle?: (look: ReturnType<typeof lookOf>) => void;
};

/** The chart on the screen as something that can be saved: the engine's layout, and the page's settings that follow it. */
export function createSavableChart(
  engine: Pick<ChartEngine, 'layout' | 'applyLayout' | 'drawings' | 'on'>,
  openInstrument: OpenInstrument,
  { came, settle = updatePreferences }: Setting = {},
): SavableChart {
  return {
    came: came ? essenceOf(came) : null,
    read() {
      const layout = engine.layout();
      if (!layout) return null;
      const { symbol, resolution } = layout;
      let content: string | null = null;
      const write = () => {
        content ??= writeLayout(layout);
        return content;
      };
      return { symbol, resolution, essence: essenceOf(layout), write };
    },
    isBusy: engine.drawings.isBusy,
    apply(content, { keepsEarly, opensInstrument }) {
      const layout = readLayout(content);
      const known = new Set(layout.drawings.map(({ id }) => id));
      const now = engine.layout();
      const changed = keepsEarly && came && now ? changedSettings(came, now) : {};
      const more = keepsEarly ? engine.drawings.all().filter(({ id }) => !known.has(id)) : [];
      const next = { ...layout, ...changed, drawings: [...layout.drawings, ...more] };
      settle(lookOf(next));
      engine.applyLayout(next);
      if (opensInstrument) openInstrument(layout);
      return more.length > 0 || settingsText(next) !== settingsText(layout);
    },
    onChange: (listener) => engine.on('layout', listener),
  };
}
