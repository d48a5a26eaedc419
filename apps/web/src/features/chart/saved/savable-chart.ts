import type { ChartEngine, ChartLayout } from '@moneytrail/chart';
import { readLayout, settingsText, writeLayout } from '@moneytrail/chart/model';
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
  return { settings: settingsText({ ...settings, symbol: '', resolution: '1D' }), drawings };
}

/** The chart on the screen as something that can be saved: the engine's layout, and the page's settings that follow it. */
export function createSavableChart(
  engine: Pick<ChartEngine, 'layout' | 'applyLayout' | 'drawings' | 'on'>,
  openInstrument: OpenInstrument,
  /** Takes over what of a layout is the page's own to show. */
  settle: (look: ReturnType<typeof lookOf>) => void = updatePreferences,
): SavableChart {
  return {
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
    apply(content, { keepsDrawn, opensInstrument }) {
      const layout = readLayout(content);
      const known = new Set(layout.drawings.map(({ id }) => id));
      const more = keepsDrawn ? engine.drawings.all().filter(({ id }) => !known.has(id)) : [];
      settle(lookOf(layout));
      engine.applyLayout({ ...layout, drawings: [...layout.drawings, ...more] });
      if (opensInstrument) openInstrument(layout);
      return more.length > 0;
    },
    onChange: (listener) => engine.on('layout', listener),
  };
}
