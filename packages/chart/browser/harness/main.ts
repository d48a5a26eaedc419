import { MARKET_HOURS, type MarketHoursId, type Resolution } from '@moneytrail/calendar';
import {
  columnsFrom,
  computeStudy,
  DEFAULT_INPUTS,
  offerTechnicalStudies,
  PRICE_SOURCES,
  SOLID,
  STUDIES,
} from '@moneytrail/indicators';
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
// With it, the painters of alerts need no load.
import '../../src/scene/alerts.ts';
import { createPositionOverlay, type PositionLine } from '../../src/positions.ts';
import { atRest, countDrawings, drawingCount, nextPictures, until } from './frames.ts';
import { libraryParts } from './library-parts.ts';
import { createAlbum, readPicture } from './picture.ts';
import { sampleBars } from './sample-bars.ts';
import { drawnTexts, recordTexts } from './texts.ts';
import { DARK, LIGHT } from './themes.ts';

/** Makes a study over the prices known, named `echo`, whose values are its source. */
function offerEcho(): void {
  offerTechnicalStudies([
    {
      id: 'echo',
      name: 'Echo',
      shortName: 'Echo',
      pane: 'main',
      axis: 'right',
      group: 'Moving averages',
      aliases: [],
      about: '',
      readsVolume: false,
      inputs: [
        {
          name: 'source',
          label: 'Source',
          kind: 'source',
          options: PRICE_SOURCES,
          default: 'close',
        },
      ],
      outputs: [
        {
          key: 'value',
          label: 'Echo',
          colour: 'deployment',
          line: SOLID,
          format: 'price',
          isDrawn: true,
        },
      ],
      fills: [],
      neededBars: () => 1,
      start:
        () =>
        ({ source }, _, values) => {
          values[0] = source;
        },
    },
  ]);
}

type Answer = { resolve: (page: BarsPage) => void; reject: (error: Error) => void };
type Request = Answer & { kind: 'newest' | 'older'; beforeMs: number; isAborted: () => boolean };
type Events = { [Name in keyof ChartEvents]: ChartEvents[Name][] };

type CreateOptions = {
  isDark?: boolean;
  zone?: string;
  nowMs?: number;
  isEmbedded?: boolean;
  withoutStudies?: boolean;
  /** CSS selector of the container. */
  place?: string;
  openCompared?: OpenCompared;
};

type ShowOptions = CreateOptions & {
  /** Bars of the first page, default all, and of each further page. */
  first?: number;
  pageCount?: number;
  code?: string;
  precision?: number;
  resolution?: Resolution;
};

/** A source that the test answers by hand. */
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

/** A source of pages from a list of bars. */
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
  /** Answers pages of newer bars too: distant times need not be read back to. */
  const reachFar = () => {
    source.loadNewer = async (afterMs) => {
      const start = bars.findIndex((bar) => bar.time > afterMs);
      const newer = start < 0 ? [] : bars.slice(start, start + pageCount);
      return { bars: newer, hasOlder: start > 0 };
    };
  };
  const tick = (bar: ChartBar) => {
    for (const listener of [...listeners]) listener(bar);
  };
  return { source, tick, reachFar, listenerCount: () => listeners.size };
}

const EVENT_NAMES = [
  'legend',
  'inView',
  'legendCover',
  'load',
  'panes',
  'coverage',
  'lastBar',
  'visible',
  'pointedMarks',
  'measure',
  'unread',
  'alertMoved',
  'alertPressed',
  'closed',
  'drawings',
  'drawing',
  'textWanted',
  'undo',
  'layout',
  'compared',
  'comparedReadings',
] as const satisfies (keyof ChartEvents)[];

/** Collects all events of a chart. */
function collect(engine: ChartEngine): Events {
  const events = Object.fromEntries(EVENT_NAMES.map((name) => [name, []])) as unknown as Events;
  const follow = <Name extends keyof ChartEvents>(name: Name) =>
    engine.on(name, (event) => events[name].push(event));
  for (const name of EVENT_NAMES) follow(name);
  return events;
}

/** Legend values that differ from the studies computed over all bars by more than rounding. */
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

/** Engines created since the last reset. */
const engines: ChartEngine[] = [];
const album = createAlbum();
countDrawings();
recordTexts();

const harness = {
  differences,
  LIGHT,
  DARK,
  STUDIES,
  sampleBars,
  offerEcho,
  createManualSource,
  createPagedSource,
  collect,
  nextPictures,
  atRest,
  until,
  drawingCount,
  drawnTexts,
  /** Shows a position; returns its overlay and the levels that were dragged. `covers` are boxes of the page over the chart. */
  showPosition(lines: readonly PositionLine[], covers: readonly DOMRect[] = []) {
    const moved: { role: string; price: number }[] = [];
    const overlay = createPositionOverlay({
      redraw: window.engine.setOverlay,
      precision: () => 2,
      onMoved: (role, price) => moved.push({ role, price }),
      coversOf: () => covers,
    });
    overlay.setLines(lines);
    return { lines, overlay, moved };
  },
  readPicture: (engine: ChartEngine) => readPicture(engine, LIGHT.background),
  look: album.look,
  lookDifference: album.difference,
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
  /** `nowMs` is read on every use of the clock, so that a test can change it. */
  create: (options: CreateOptions = {}) => {
    const theme = options.isDark ? DARK : LIGHT;
    document.body.style.background = theme.background;
    const container = document.querySelector<HTMLElement>(options.place ?? '#chart');
    if (!container) throw new Error('The page has no place for a chart.');
    const engine = createChart(container, {
      theme,
      zone: options.zone ?? 'Africa/Johannesburg',
      studies: options.withoutStudies ? [] : harness.allStudies(),
      now: () => options.nowMs ?? Date.now(),
      isEmbedded: options.isEmbedded ?? false,
      ...(options.openCompared && { openCompared: options.openCompared }),
    });
    engines.push(engine);
    return engine;
  },
  /** Opens bars, daily by default, in a new chart, waits until they are drawn, and keeps all on `window` for the test's next steps. */
  show: async (bars: ChartBar[], options: ShowOptions = {}) => {
    const engine = harness.create(options);
    const events = collect(engine);
    const paged = createPagedSource(bars, options.first ?? bars.length, options.pageCount ?? 100);
    const symbol = harness.symbol(options.code ?? 'AAA', 'crypto', options.precision);
    engine.open({ symbol, resolution: options.resolution ?? '1D', source: paged.source });
    await until(() => bars.length === 0 || events.visible.length > 0);
    Object.assign(window, { engine, events, paged });
    return { engine, events, paged };
  },
  /** Opens daily bars of a source that the test answers by hand. */
  showManual: async (options: CreateOptions = {}) => {
    const engine = harness.create(options);
    const events = collect(engine);
    const manual = createManualSource();
    engine.open({ symbol: harness.symbol('AAA'), resolution: '1D', source: manual.source });
    await atRest();
    return { engine, events, ...manual };
  },
  /** Disposes all charts and clears the page for the next test. */
  reset: () => {
    for (const engine of engines.splice(0)) engine.dispose();
    album.clear();
    const chart = document.createElement('div');
    chart.id = 'chart';
    document.body.replaceChildren(chart);
    document.body.removeAttribute('style');
    window.scrollTo(0, 0);
    for (const name of LEFT_BY_TESTS) Reflect.deleteProperty(window, name);
  },
};

export type Harness = typeof harness;
declare global {
  interface Window {
    harness: Harness;
    /** Kept by a test for its next steps. */
    engine: ChartEngine;
    events: Events;
    paged: ReturnType<typeof createPagedSource>;
    position: ReturnType<Harness['showPosition']>;
    several: { engine: ChartEngine; tick: (bar: ChartBar) => void; events: Events }[];
  }
}
const LEFT_BY_TESTS = [
  'engine',
  'events',
  'paged',
  'position',
  'several',
] satisfies (keyof Window)[];
window.harness = harness;
