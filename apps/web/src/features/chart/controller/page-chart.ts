import type { Resolution } from '@moneytrail/calendar';
import type { ChartEngine, OpenCompared, PaneId } from '@moneytrail/chart';
import { firstStyle } from '@moneytrail/chart/model';
import type { SymbolInfo } from '@moneytrail/contract';
import type { QueryClient } from '@tanstack/react-query';
import { newestMarksOf } from '../../../api/queries.ts';
import { readAnew } from '../../../api/read-anew.ts';
import { serverClock } from '../../../api/server-clock.ts';
import { presentTechnicalCode, type TechnicalCode } from '../../../stores/technical-studies.ts';
import { presentTheme, type Theme } from '../../../stores/theme.ts';
import { chartKey, keptBarsIn } from '../data/kept-bars.ts';
import { canvasTheme, engineZoneOf, lookIn } from '../model/chart-look.ts';
import type { DrawingPreferences } from '../preferences/drawing-preferences.ts';
import {
  type ChartPreferences,
  type LayoutPreferences,
  presentPreferences,
} from '../preferences/preferences.ts';
import { engineStudies, neededBars } from '../preferences/studies-on-chart.ts';
import { type ChartController, createChartController } from './chart-controller.ts';
import { openInstrument } from './open-instrument.ts';

/** The study pane of a narrow chart, and the study of it that is left out. */
export type PaneLimit = { pane: PaneId; hides: string | null };

type Shown = {
  preferences: ChartPreferences;
  theme: Theme;
  limit: PaneLimit | null;
  /** The studies of the field are drawn once their code is loaded. */
  technicalCode: TechnicalCode;
};

export type PageChart = {
  /** The chart's own element, which may move to another container. */
  element: HTMLElement;
  controller: ChartController;
  /** Passes changed settings to the engine. */
  show: (shown: Shown) => void;
};

/** One setting of the engine: the values it depends on, and how it is set. */
type Part = {
  of: (shown: Shown) => readonly unknown[];
  tell: (engine: ChartEngine, shown: Shown) => void;
};

/** A setting that depends on one preference. */
function preferred<Name extends keyof ChartPreferences>(
  name: Name,
  set: (engine: ChartEngine, value: ChartPreferences[Name]) => void,
): Part {
  return {
    of: ({ preferences }) => [preferences[name]],
    tell: (engine, { preferences }) => set(engine, preferences[name]),
  };
}

/** A setting that depends on one preference of drawings. */
function drawn<Name extends keyof DrawingPreferences>(
  name: Name,
  set: (drawings: ChartEngine['drawings'], value: DrawingPreferences[Name]) => void,
): Part {
  return {
    of: ({ preferences }) => [preferences.drawing[name]],
    tell: ({ drawings }, { preferences }) => set(drawings, preferences.drawing[name]),
  };
}

/** Settings that a chart is created with. */
const FIRST_PARTS: readonly Part[] = [
  {
    of: ({ theme, preferences }) => [theme, preferences.colours],
    tell: (engine, { theme, preferences }) =>
      engine.setTheme(canvasTheme(theme, preferences.colours)),
  },
  preferred('zone', (engine, zone) => engine.setZone(engineZoneOf(zone))),
  preferred('candleType', (engine, type) => engine.setCandleType(type)),
  preferred('hasVolume', (engine, isOn) => engine.setVolume(isOn)),
  preferred('guides', (engine, guides) => engine.setGuides(guides)),
  preferred('scalesPriceOnly', (engine, isOn) => engine.setPriceOnly(isOn)),
  preferred('priceScale', (engine, scale) => void engine.setPriceScale(scale)),
  {
    of: ({ preferences, technicalCode }) => [
      preferences.inputs,
      preferences.studies,
      technicalCode,
    ],
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
  drawn('magnet', (drawings, magnet) => drawings.setMagnet(magnet)),
  drawn('staysInTool', (drawings, isOn) => drawings.setStaysInTool(isOn)),
  drawn('styles', (drawings, styles) =>
    drawings.setFirstStyle((tool) => styles[tool] ?? firstStyle(tool)),
  ),
];

/** The preferences that each chart was shown with. */
const shownOn = new WeakMap<ChartController, ChartPreferences>();

/** Creates a chart of the page with the present preferences, or with a look of its own, and all its panes. */
export function createPageChart(
  container: HTMLElement,
  queryClient: QueryClient,
  look?: LayoutPreferences,
): PageChart {
  const first = {
    preferences: { ...presentPreferences(), ...look },
    theme: presentTheme(),
    limit: null,
    technicalCode: presentTechnicalCode(),
  };
  const { preferences, theme } = first;
  const openCompared: OpenCompared = async (asked) =>
    (await import('../compare/open-compared.ts')).openCompared(
      queryClient,
      asked,
      controller.replay.get(),
    );
  const element = document.createElement('div');
  element.style.height = '100%';
  container.append(element);
  const controller: ChartController = createChartController(element, {
    theme: canvasTheme(theme, preferences.colours),
    zone: engineZoneOf(preferences.zone),
    studies: engineStudies(preferences.studies, preferences.inputs),
    look: lookIn(preferences),
    now: serverClock.now,
    openCompared,
  });
  shownOn.set(controller, preferences);
  const told = new Map(FIRST_PARTS.map((part) => [part, part.of(first)]));
  return {
    element,
    controller,
    show(shown) {
      shownOn.set(controller, shown.preferences);
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

/** Opens an instrument with its kept bars; its newest marks are read again after each closed bar. */
export function openOnPage(
  controller: ChartController,
  queryClient: QueryClient,
  { info, resolution }: { info: SymbolInfo; resolution: Resolution },
): void {
  const address = { e: info.exchange, fsym: info.name, resolution };
  openInstrument(controller, {
    info,
    resolution,
    keptBars: keptBarsIn(queryClient).of(chartKey(info.ticker, resolution)),
    neededBars: () =>
      neededBars({ ...(shownOn.get(controller) ?? presentPreferences()), resolution }),
    onClosedBar: () => {
      void readAnew(queryClient, newestMarksOf(address));
    },
  });
}
