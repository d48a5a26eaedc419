import { MINUTE_MS } from '@moneytrail/calendar';
import type { ChartEngine } from '@moneytrail/chart';
import { gridPlaces, gridShape } from '@moneytrail/chart/model';
import type { Bar } from '@moneytrail/contract';
import { syntheticBars } from '../synthetic-bars.ts';
import { createBareChart } from './bare-chart.ts';
import { manyDrawings } from './drawings.ts';
import type { DrawnChart } from './drawn-chart.ts';
import { createLightweightChart } from './lightweight-chart.ts';
import { createProductChart } from './product-chart.ts';

export type ChartKind = 'bare' | 'product' | 'lightweight';

const START_MS = Date.UTC(2026, 0, 5);
/** So many frames without a drawing mean that everything is painted. */
const QUIET_FRAMES = 4;
const PAN_STEP_PX = 6;
const MOUSE_Y = 200;

let drawings = 0;
let lastDrawnAt = 0;
/** Every chart starts a canvas with one of these. */
for (const name of ['clearRect', 'fillRect'] as const) {
  const draw = CanvasRenderingContext2D.prototype[name];
  CanvasRenderingContext2D.prototype[name] = function count(...area) {
    drawings += 1;
    lastDrawnAt = performance.now();
    draw.apply(this, area);
  };
}

const nextFrame = () => new Promise<void>((done) => requestAnimationFrame(() => done()));

/** Resolves after the browser has painted the present frame. */
function afterPaint(): Promise<number> {
  return new Promise((done) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => done(performance.now());
    port2.postMessage(null);
  });
}

/** The time at which the last of the drawings was painted that are under way now. */
async function painted(): Promise<number> {
  let paintedAt = performance.now();
  for (let quiet = 0; quiet < QUIET_FRAMES; quiet += 1) {
    const before = drawings;
    await nextFrame();
    const at = await afterPaint();
    if (drawings === before) continue;
    paintedAt = at;
    quiet = -1;
  }
  return paintedAt;
}

let bars: Bar[] = [];
let newest: Bar | undefined;
let chart: DrawnChart | null = null;
/** Further charts of the product on the same page. */
let others: DrawnChart[] = [];
let showBefore = (_oldestMs: number) => {};
let engine: ChartEngine | null = null;
/** Whether a drawing was moved by the mouse. */
let wasHeld = false;

function theNewest(): Bar {
  if (!newest) throw new Error('There are no bars.');
  return newest;
}

function theChart(): DrawnChart {
  if (!chart) throw new Error('There is no chart yet.');
  return chart;
}

function theEngine(): ChartEngine {
  if (!engine) throw new Error('There is no chart of the product.');
  return engine;
}

function mouse(type: string, x: number): void {
  const container = document.querySelector('#chart > div') ?? document.body;
  const at = { clientX: x, clientY: MOUSE_Y, bubbles: true, button: 0, buttons: 1 };
  const target = type === 'mousedown' ? (document.elementFromPoint(x, MOUSE_Y) ?? container) : null;
  (target ?? document.elementFromPoint(x, MOUSE_Y) ?? container).dispatchEvent(
    new MouseEvent(type, at),
  );
}

const bench = {
  /** An empty chart, and the bars it will be given. */
  async create(kind: ChartKind, count: number, older: { pages: number; of: number }) {
    const all = syntheticBars(count + older.pages * older.of, { startMs: START_MS });
    bars = all.slice(-count);
    newest = bars.at(-1);
    const pages = Array.from({ length: older.pages }, (_, page) => {
      const end = all.length - count - page * older.of;
      return all.slice(end - older.of, end);
    });
    const container = document.querySelector<HTMLElement>('#chart');
    if (!container) throw new Error('The page has no place for a chart.');
    if (kind === 'bare') chart = createBareChart(container);
    else if (kind === 'lightweight') chart = createLightweightChart(container);
    else {
      const product = createProductChart(container, () => theNewest().time + 1_000, pages);
      chart = product;
      showBefore = product.showBefore;
      engine = product.engine;
    }
    await painted();
  },
  /**
   * Loads the first chart and further ones of the product, `count` in all, in the places of the product's page, with the
   * same bars. Milliseconds until all are painted.
   */
  async loadMany(count: number): Promise<number> {
    const first = document.querySelector<HTMLElement>('#chart');
    if (!first) throw new Error('The page has no place for a chart.');
    const { columns, rows } = gridShape(count);
    const startedAt = performance.now();
    const containers = gridPlaces(count).map(({ column, columnEnd, row, rowEnd }, index) => {
      const one = index === 0 ? first : document.body.appendChild(document.createElement('div'));
      const part = (line: number, of: number) => `${(100 * (line - 1)) / of}%`;
      one.style.cssText = `position: fixed; left: ${part(column, columns)}; top: ${part(row, rows)};
        width: ${part(1 + columnEnd - column, columns)}; height: ${part(1 + rowEnd - row, rows)}`;
      return one;
    });
    others = containers
      .slice(1)
      .map((container) => createProductChart(container, () => theNewest().time + 1_000, []));
    for (const each of [theChart(), ...others]) each.load(bars);
    return (await painted()) - startedAt;
  },
  /** Milliseconds from handing over the bars until they are painted. */
  async load(): Promise<number> {
    const startedAt = performance.now();
    theChart().load(bars);
    return (await painted()) - startedAt;
  },
  /** Ticks one after the other, each painted before the next; milliseconds of each. With `isIdle` only waits as long. */
  async tick(count: number, isIdle: boolean): Promise<number[]> {
    const last = theNewest();
    const times: number[] = [];
    for (let index = 0; index < count; index += 1) {
      const close = last.close + ((index % 7) - 3) * 0.5;
      const tick = {
        ...last,
        close,
        high: Math.max(last.high, close),
        low: Math.min(last.low, close),
      };
      const startedAt = performance.now();
      if (!isIdle) theChart().tick(tick);
      for (let frame = 0; frame < 3; frame += 1) await nextFrame();
      times.push((await afterPaint()) - startedAt);
    }
    return times;
  },
  /** One tick a frame, of both charts where there are two; milliseconds of each frame until it is painted. */
  async stream(count: number, isIdle: boolean): Promise<number[]> {
    const last = theNewest();
    const times: number[] = [];
    for (let index = 0; index < count; index += 1) {
      const close = last.close + ((index % 7) - 3) * 0.5;
      const [low, high] = [Math.min(last.low, close), Math.max(last.high, close)];
      await nextFrame();
      const startedAt = performance.now();
      for (const ticked of isIdle ? [] : [theChart(), ...others]) {
        ticked.tick({ ...last, close, low, high });
      }
      await nextFrame();
      times.push((await afterPaint()) - startedAt);
    }
    return times;
  },
  /** The same as `tick` with a new bar each time, which closes the one before; that is told once more as history has it. */
  async close(count: number, isIdle: boolean): Promise<number[]> {
    const times: number[] = [];
    for (let index = 0; index < count; index += 1) {
      const startedAt = performance.now();
      const closed = theNewest();
      if (!isIdle) {
        newest = { ...closed, time: closed.time + MINUTE_MS };
        theChart().tick(newest);
      }
      await nextFrame();
      if (!isIdle) theChart().tick(closed);
      for (let frame = 0; frame < 2; frame += 1) await nextFrame();
      times.push((await afterPaint()) - startedAt);
    }
    return times;
  },
  /** Goes back to what lies before the bars that are loaded, until it is painted; `loaded` counts them. */
  async older(loaded: number): Promise<void> {
    showBefore(theNewest().time - (loaded - 1) * MINUTE_MS);
    await painted();
  },
  /** Drags the chart, one move a frame; milliseconds of each frame from its beginning until it is painted. */
  async pan(steps: number, isIdle: boolean): Promise<number[]> {
    const times: number[] = [];
    if (!isIdle) mouse('mousedown', 300);
    for (let step = 1; step <= steps; step += 1) {
      await nextFrame();
      const startedAt = performance.now();
      // Back and forth, so that the view stays among the bars.
      const x = 300 + PAN_STEP_PX * Math.abs(((step + 60) % 120) - 60);
      if (!isIdle) mouse('mousemove', x);
      wasHeld ||= engine?.drawings.isBusy() ?? false;
      times.push((await afterPaint()) - startedAt);
    }
    if (!isIdle) mouse('mouseup', 300);
    return times;
  },
  /** Milliseconds until a layout with so many drawings is restored and painted. */
  async restore(count: number): Promise<number> {
    const layout = theEngine().layout();
    if (!layout) throw new Error('Nothing is open.');
    const wanted = { ...layout, drawings: manyDrawings(theEngine(), count, MOUSE_Y) };
    theEngine().applyLayout({ ...layout, drawings: [] });
    await painted();
    const startedAt = performance.now();
    theEngine().applyLayout(wanted);
    // Frames after the quiet ones are not counted.
    await painted();
    return lastDrawnAt - startedAt;
  },
  /** Drags one drawing of those restored, one move a frame; milliseconds of each frame until it is painted. */
  async dragDrawing(steps: number, isIdle: boolean): Promise<number[]> {
    wasHeld = false;
    const times = await bench.pan(steps, isIdle);
    if (wasHeld === isIdle) throw new Error('The drawing was not what the mouse moved.');
    return times;
  },
  drawings: () => drawings,
};

export type ChartBench = typeof bench;
declare global {
  interface Window {
    bench: ChartBench;
  }
}
window.bench = bench;
