import { MARKET_HOURS, type MarketHoursId } from '@moneytrail/calendar';
import { columnsFrom, computeStudy, DEFAULT_INPUTS, STUDIES } from '@moneytrail/indicators';
import {
  type BarSource,
  type BarsPage,
  type ChartBar,
  type ChartEngine,
  type ChartEvents,
  createChart,
  type LegendValues,
  type OpenCompared,
} from '../../src/index.ts';
import { USUAL_STUDIES } from '../../src/model.ts';
import { libraryParts } from './library-parts.ts';
import { decodePicture } from './picture.ts';
import { DARK, LIGHT } from './themes.ts';

type Answer = { resolve: (page: BarsPage) => void; reject: (error: Error) => void };
type Request = Answer & { kind: 'newest' | 'older'; beforeMs: number; isAborted: () => boolean };
type Events = { [Name in keyof ChartEvents]: ChartEvents[Name][] };

type CreateOptions = {
  isDark?: boolean;
  zone?: string;
  nowMs?: number;
  isEmbedded?: boolean;
  withoutStudies?: boolean;
  /** Where the chart goes, as CSS names it. */
  place?: string;
  openCompared?: OpenCompared;
};

/** A source whose answers the test gives by hand. */
function createManualSource() {
  const requests: Request[] = [];
  const listeners = new Set<(bar: ChartBar) => void>();
  let tellUnread = (_fromMs: number | null) => {};
  const ask = (kind: Request['kind'], beforeMs: number, signal: AbortSignal) =>
    new Promise<BarsPage>((resolve, reject) => {
      requests.push({ kind, beforeMs, resolve, reject, isAborted: () => signal.aborted });
    });
  const source: BarSource = {
    loadNewest: (signal) => ask('newest', Number.POSITIVE_INFINITY, signal),
    loadOlder: (beforeMs, signal) => ask('older', beforeMs, signal),
    subscribe: (listener, onUnread) => {
      tellUnread = onUnread;
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const tick = (bar: ChartBar) => {
    for (const listener of [...listeners]) listener(bar);
  };
  const setUnread = (fromMs: number | null) => tellUnread(fromMs);
  return { source, requests, tick, setUnread, listenerCount: () => listeners.size };
}

/** A source that has all bars and hands out pages of them. */
function createPagedSource(bars: ChartBar[], firstCount: number, pageCount: number) {
  const listeners = new Set<(bar: ChartBar) => void>();
  const page = (end: number, count: number): BarsPage => {
    const start = Math.max(0, end - count);
    return { bars: bars.slice(start, end), hasOlder: start > 0 };
  };
  const source: BarSource = {
    loadNewest: async () => page(bars.length, firstCount),
    loadOlder: async (beforeMs) => {
      const end = bars.findIndex((bar) => bar.time >= beforeMs);
      return page(end < 0 ? bars.length : end, pageCount);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const tick = (bar: ChartBar) => {
    for (const listener of [...listeners]) listener(bar);
  };
  return { source, tick, listenerCount: () => listeners.size };
}

function collect(engine: ChartEngine): Events {
  const events: Events = {
    legend: [],
    load: [],
    panes: [],
    coverage: [],
    lastBar: [],
    visible: [],
    pointedMarks: [],
    measure: [],
    unread: [],
    closed: [],
    drawings: [],
    drawing: [],
    textWanted: [],
    undo: [],
    layout: [],
    compared: [],
    comparedReadings: [],
  };
  engine.on('legend', (event) => events.legend.push(event));
  engine.on('load', (event) => events.load.push(event));
  engine.on('panes', (event) => events.panes.push(event));
  engine.on('coverage', (event) => events.coverage.push(event));
  engine.on('lastBar', (event) => events.lastBar.push(event));
  engine.on('visible', (event) => events.visible.push(event));
  engine.on('pointedMarks', (event) => events.pointedMarks.push(event));
  engine.on('measure', (event) => events.measure.push(event));
  engine.on('closed', (event) => events.closed.push(event));
  engine.on('unread', (event) => events.unread.push(event));
  engine.on('drawings', (event) => events.drawings.push(event));
  engine.on('drawing', (event) => events.drawing.push(event));
  engine.on('textWanted', (event) => events.textWanted.push(event));
  engine.on('undo', (event) => events.undo.push(event));
  engine.on('layout', (event) => events.layout.push(event));
  engine.on('compared', (event) => events.compared.push(event));
  engine.on('comparedReadings', (event) => events.comparedReadings.push(event));
  return events;
}

function nextPictures(count: number): Promise<void> {
  return new Promise((resolve) => {
    const step = (left: number) =>
      left === 0 ? resolve() : requestAnimationFrame(() => step(left - 1));
    step(count);
  });
}

/** Values of a legend that are not those of the studies computed over all bars; a last bit may differ. */
function differences(legend: LegendValues, bars: ChartBar[]): string[] {
  const index = bars.findIndex(({ time }) => time === legend.bar?.time);
  return STUDIES.flatMap(({ id, outputs }) => {
    const whole: Record<string, Float64Array> = harness.computeStudy(id, bars);
    return outputs.flatMap(({ key }) => {
      const expected = whole[key]?.[index] ?? Number.NaN;
      const drawn = legend.studies[id]?.[key] ?? Number.NaN;
      const isEqual = Object.is(drawn, expected) || Math.abs(drawn - expected) < 1e-9;
      return isEqual ? [] : [`${id}.${key} at ${index}: ${drawn} instead of ${expected}`];
    });
  });
}

const harness = {
  differences,
  LIGHT,
  DARK,
  STUDIES,
  createManualSource,
  createPagedSource,
  collect,
  nextPictures,
  decodePicture,
  libraryParts,
  computeStudy: (id: (typeof STUDIES)[number]['id'], bars: ChartBar[]) =>
    computeStudy(id, columnsFrom(bars), DEFAULT_INPUTS),
  allStudies: () => [...USUAL_STUDIES],
  symbol: (code: string, hours: MarketHoursId = 'crypto', precision = 2) => ({
    ticker: `FMP:${code}`,
    code,
    precision,
    hours: MARKET_HOURS[hours],
    mayBeNegative: false,
  }),
  /** `nowMs` is read at every look at the clock, so that a test can move it. */
  create: (options: CreateOptions = {}) => {
    const theme = options.isDark ? DARK : LIGHT;
    document.body.style.background = theme.background;
    const container = document.querySelector<HTMLElement>(options.place ?? '#chart');
    if (!container) throw new Error('The page has no place for a chart.');
    return createChart(container, {
      theme,
      zone: options.zone ?? 'Africa/Johannesburg',
      studies: options.withoutStudies ? [] : harness.allStudies(),
      now: () => options.nowMs ?? Date.now(),
      isEmbedded: options.isEmbedded ?? false,
      ...(options.openCompared && { openCompared: options.openCompared }),
    });
  },
};

export type Harness = typeof harness;
declare global {
  interface Window {
    harness: Harness;
    /** Left there by a test for its next steps. */
    engine: ChartEngine;
    events: Events;
    paged: ReturnType<typeof createPagedSource>;
    counter: { pictures: number };
    several: { engine: ChartEngine; tick: (bar: ChartBar) => void; events: Events }[];
  }
}
window.harness = harness;
