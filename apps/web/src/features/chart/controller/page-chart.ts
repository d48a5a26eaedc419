import type { ChartEngine, OpenCompared, PaneId } from '@moneytrail/chart';
import { firstStyle } from '@moneytrail/chart/model';
import type { QueryClient } from '@tanstack/react-query';
import { serverClock } from '../../../api/server-clock.ts';
import { presentTheme, type Theme } from '../../../stores/theme.ts';
import { canvasTheme, engineZoneOf } from '../model/chart-look.ts';
import { type ChartPreferences, presentPreferences } from '../preferences/preferences.ts';
import { engineStudies } from '../preferences/studies-on-chart.ts';
import { type ChartController, createChartController } from './chart-controller.ts';

/** The study pane of a narrow chart, and the study of it that is left out. */
export type PaneLimit = { pane: PaneId; hides: string | null };

type Shown = { preferences: ChartPreferences; theme: Theme; limit: PaneLimit | null };

export type PageChart = {
  controller: ChartController;
  /** Passes changed settings to the engine. */
  show: (shown: Shown) => void;
};

/** One setting of the engine: the values it depends on, and how it is set. */
type Part = {
  of: (shown: Shown) => readonly unknown[];
  tell: (engine: ChartEngine, shown: Shown) => void;
};

/** Settings that a chart is created with. */
const FIRST_PARTS: readonly Part[] = [
  {
    of: ({ theme, preferences }) => [theme, preferences.colours],
    tell: (engine, { theme, preferences }) =>
      engine.setTheme(canvasTheme(theme, preferences.colours)),
  },
  {
    of: ({ preferences }) => [preferences.zone],
    tell: (engine, { preferences }) => engine.setZone(engineZoneOf(preferences.zone)),
  },
  {
    of: ({ preferences }) => [preferences.candleType],
    tell: (engine, { preferences }) => engine.setCandleType(preferences.candleType),
  },
  {
    of: ({ preferences }) => [preferences.hasVolume],
    tell: (engine, { preferences }) => engine.setVolume(preferences.hasVolume),
  },
  {
    of: ({ preferences }) => [preferences.guides],
    tell: (engine, { preferences }) => engine.setGuides(preferences.guides),
  },
  {
    of: ({ preferences }) => [preferences.isPriceOnly],
    tell: (engine, { preferences }) => engine.setPriceOnly(preferences.isPriceOnly),
  },
  {
    of: ({ preferences }) => [preferences.priceScale],
    tell: (engine, { preferences }) => void engine.setPriceScale(preferences.priceScale),
  },
  {
    of: ({ preferences }) => [preferences.inputs, preferences.studies],
    tell: (engine, { preferences: { studies, inputs } }) =>
      engine.setStudies(engineStudies(studies, inputs)),
  },
];

const PARTS: readonly Part[] = [
  ...FIRST_PARTS,
  {
    of: ({ limit }) => [limit?.pane, limit?.hides],
    tell: (engine, { limit }) => engine.setOnlyPane(limit?.pane ?? null, limit?.hides ?? null),
  },
  {
    of: ({ preferences }) => [preferences.drawing.magnet],
    tell: ({ drawings }, { preferences }) => drawings.setMagnet(preferences.drawing.magnet),
  },
  {
    of: ({ preferences }) => [preferences.drawing.staysInTool],
    tell: ({ drawings }, { preferences }) =>
      drawings.setStaysInTool(preferences.drawing.staysInTool),
  },
  {
    of: ({ preferences }) => [preferences.drawing.styles],
    tell: ({ drawings }, { preferences: { drawing } }) =>
      drawings.setFirstStyle((tool) => drawing.styles[tool] ?? firstStyle(tool)),
  },
];

/** Creates the page's chart with the present preferences and all its panes. */
export function createPageChart(container: HTMLElement, queryClient: QueryClient): PageChart {
  const first = { preferences: presentPreferences(), theme: presentTheme(), limit: null };
  const { preferences, theme } = first;
  const { candleType, priceScale, hasVolume, guides, isPriceOnly } = preferences;
  const openCompared: OpenCompared = async (asked) =>
    (await import('../compare/open-compared.ts')).openCompared(queryClient, asked);
  const controller = createChartController(container, {
    theme: canvasTheme(theme, preferences.colours),
    zone: engineZoneOf(preferences.zone),
    studies: engineStudies(preferences.studies, preferences.inputs),
    look: { candleType, priceScale, hasVolume, guides, isPriceOnly },
    now: serverClock.now,
    openCompared,
  });
  const told = new Map(FIRST_PARTS.map((part) => [part, part.of(first)]));
  return {
    controller,
    show(shown) {
      for (const part of PARTS) {
        const now = part.of(shown);
        const before = told.get(part);
        if (before && now.every((value, index) => value === before[index])) continue;
        told.set(part, now);
        part.tell(controller.engine, shown);
      }
    },
  };
}
