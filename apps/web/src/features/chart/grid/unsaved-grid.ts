import type { ChartLayout, SingleLayout } from '@moneytrail/chart';
import { readLayout, writeLayout } from '@moneytrail/chart/model';
import type { Clock } from '../../../lib/clock.ts';
import { CHART_GRID } from '../../../lib/draft-storage.ts';
import { record } from '../../../lib/record.ts';
import { createStoredText } from '../../../lib/stored-text.ts';
import type { ChartCells } from './chart-cells.ts';
import type { savedCharts } from './saved-charts.ts';

/** A drag of a divider or a drawing makes many changes. */
const PAUSE_MS = 250;

type Deps = {
  cells: Pick<ChartCells, 'state' | 'onChange'>;
  engine: Pick<ReturnType<typeof savedCharts>, 'layout' | 'applyLayout' | 'activeIn'>;
  /** The charts are no layout of the account, and do not become one by themselves. */
  isUnsaved: () => boolean;
  /** The user for whom the chart was opened. */
  userId: string;
  /** That user is still signed in. */
  isSignedIn: () => boolean;
  clock: Clock;
};

/** Drawings and compared instruments are kept with saved charts only. */
function bare<Layout extends SingleLayout>(layout: Layout): Layout {
  return { ...layout, drawings: [], compared: [] };
}

function withoutDrawings({ grid, ...first }: ChartLayout): ChartLayout {
  if (!grid) return bare(first);
  const cells = grid.cells.map(({ id, layout }) => ({ id, layout: bare(layout) }));
  return { ...bare(first), grid: { ...grid, cells } };
}

/** The stored charts of a user; null for those of another one. */
function layoutOf(text: string, owner: string): ChartLayout | null {
  try {
    const { userId, layout } = record(JSON.parse(text));
    return userId === owner && typeof layout === 'string' ? readLayout(layout) : null;
  } catch {
    return null;
  }
}

/**
 * Keeps several charts of a user that are not saved on the device, as the preferences of one are, for its other tabs and later visits.
 * `restore` brings them back once the page knows that it has no saved chart; the active chart stays as it is.
 */
export function keepUnsavedGrid(deps: Deps): {
  restore: () => void;
  end: () => void;
} {
  const { cells, engine, isUnsaved, userId, isSignedIn, clock } = deps;
  const textOf = (layout: ChartLayout) =>
    JSON.stringify({ userId, layout: writeLayout(withoutDrawings(layout)) });
  const kept = createStoredText(CHART_GRID);
  let isRestored = false;
  let hadGrid = false;
  let cancel = () => {};
  const keep = () => {
    const layout = engine.layout();
    // After a sign-out nothing of the former user is stored.
    if (!isRestored || !layout || !isUnsaved() || !isSignedIn()) return;
    // Another tab's charts are left alone by one that always had a single chart.
    if (layout.grid || hadGrid) kept.write(layout.grid ? textOf(layout) : null);
    hadGrid = layout.grid !== undefined;
  };
  const stopListening = cells.onChange(() => {
    cancel();
    cancel = clock.after(PAUSE_MS, keep);
  });
  return {
    restore(): void {
      isRestored = true;
      const now = engine.layout();
      if (!isUnsaved() || !now || now.grid) {
        keep();
        return;
      }
      const text = kept.read();
      const stored = text === null ? null : layoutOf(text, userId);
      if (!stored?.grid) return;
      hadGrid = true;
      engine.applyLayout(engine.activeIn(stored).withChanged(now));
    },
    end(): void {
      cancel();
      keep();
      stopListening();
    },
  };
}
