import type { ChartLayout, Drawing } from '@moneytrail/chart';
import { firstStyle, writeLayout } from '@moneytrail/chart/model';
import { DEFAULT_INPUTS } from '@moneytrail/indicators';
import { describe, expect, it } from 'vitest';
import { isSameLayout } from './layout-sender.ts';
import { createSavableChart, lookOf, savableEngine } from './savable-chart.ts';

const LINE: Drawing = {
  id: 'a',
  tool: 'horizontalLine',
  symbol: 'FMP:BTCUSD',
  points: [{ timeMs: 1e12, price: 10 }],
  style: firstStyle('horizontalLine'),
  text: '',
  isLocked: false,
  isVisible: true,
};

const LAYOUT: ChartLayout = {
  version: 3,
  symbol: 'FMP:BTCUSD',
  resolution: '60',
  candleType: 'hollow',
  priceScale: 'log',
  scalesPriceOnly: true,
  hasVolume: false,
  guides: {
    hasGrid: false,
    hasLastPriceLine: true,
    hasCountdown: true,
    hasSessionBreaks: true,
    hasTags: true,
  },
  zone: 'local',
  studies: [
    {
      key: 'combo',
      id: 'combo',
      inputs: { ...DEFAULT_INPUTS, length: 50 },
      isVisible: true,
      styles: { longSupport: { widthPx: 3 } },
    },
    {
      key: 'deployment',
      id: 'deployment',
      inputs: { ...DEFAULT_INPUTS, length: 50 },
      isVisible: false,
    },
  ],
  panes: {},
  paneOrder: ['deployment'],
  paneFolds: { tightness: true },
  compared: [{ symbol: 'FMP:ETHUSD', colour: 'longShort', isVisible: true }],
  drawings: [LINE],
};

/** An engine that keeps what it is told, as it is told. */
function createEngine(drawings: readonly Drawing[] = []) {
  let layout: ChartLayout = { ...LAYOUT, drawings, candleType: 'candles', studies: [] };
  return {
    layout: () => layout,
    applyLayout: (next: ChartLayout) => {
      layout = { ...next, symbol: layout.symbol, resolution: layout.resolution };
    },
    drawings: { all: () => layout.drawings, isBusy: () => false },
    on: () => () => {},
    set: (changes: Partial<ChartLayout>) => {
      layout = { ...layout, ...changes };
    },
  };
}

type Engine = Parameters<typeof savableEngine>[0];

function open(drawings: readonly Drawing[] = []) {
  const engine = createEngine(drawings);
  const opened: string[] = [];
  const looks: ReturnType<typeof lookOf>[] = [];
  const chart = createSavableChart(
    savableEngine(engine as unknown as Engine),
    ({ symbol }) => opened.push(symbol),
    { initial: engine.layout(), settle: (look) => looks.push(look) },
  );
  return { engine, chart, opened, looks };
}

describe('the page’s preferences from a layout', () => {
  it('hold the studies with their visibility and styles', () => {
    const look = lookOf(LAYOUT);
    expect(look.inputs?.length).toBe(50);
    expect(lookOf({ ...LAYOUT, studies: [] })).not.toHaveProperty('inputs');
    expect(look.studies).toEqual([
      {
        key: 'combo',
        id: 'combo',
        inputs: {},
        isVisible: true,
        styles: { longSupport: { widthPx: 3 } },
      },
      { key: 'deployment', id: 'deployment', inputs: {}, isVisible: false },
    ]);
    expect(look).toMatchObject({ candleType: 'hollow', priceScale: 'log', zone: 'local' });
  });
});

/** Tells whether a chart is still as it is now. */
function sameAs({ read }: ReturnType<typeof createSavableChart>) {
  const before = read();
  return () => {
    const now = read();
    return before !== null && now !== null && isSameLayout(before.comparable, now.comparable);
  };
}

describe('a chart that can be saved', () => {
  it('is compared by its touched drawings, and serialized only when saved', () => {
    let writes = 0;
    const counted = (id: string, price: number): Drawing => {
      const line = { ...LINE, id, points: [{ timeMs: 1e12, price }] };
      const toJSON = () => {
        writes += 1;
        return line;
      };
      return Object.defineProperty({ ...line }, 'toJSON', { value: toJSON });
    };
    const many = Array.from({ length: 1_000 }, (_, index) => counted(`${index}`, index));
    const { engine, chart } = open(many);
    const isSame = sameAs(chart);
    expect(isSame()).toBe(true);
    engine.set({ drawings: [...many] });
    expect([isSame(), writes]).toEqual([true, 0]);
    engine.set({ drawings: many.with(7, counted('7', 8)) });
    expect([isSame(), writes]).toEqual([false, 2]);
    engine.set({ drawings: many.with(7, counted('7', 7)) });
    expect([isSame(), writes]).toEqual([true, 4]);
    engine.set({ drawings: many.slice(1) });
    expect([isSame(), writes]).toEqual([false, 4]);
    const now = chart.read();
    expect(now?.write()).toBe(now?.write());
    expect(writes).toBe(4 + many.length - 1);
  });

  it('is equal regardless of the order of its settings and of the open instrument', () => {
    const { engine, chart } = open();
    chart.apply(writeLayout(LAYOUT), { keepsEarly: false, opensInstrument: false });
    const isSame = sameAs(chart);
    const studies = LAYOUT.studies.map(({ key, id, inputs, isVisible, styles }) => {
      const turned = Object.fromEntries(Object.entries(inputs).reverse());
      return { styles, isVisible, inputs: turned, id, key };
    });
    engine.set({ studies, symbol: 'BFX:ETHUSD', resolution: '1D' });
    expect(isSame()).toBe(true);
    engine.set({ hasVolume: true });
    expect(isSame()).toBe(false);
  });

  it('keeps drawings made before a layout arrived, where asked to', () => {
    const early = { ...LINE, id: 'early' };
    const { engine, chart, opened } = open([early]);
    const at = { keepsEarly: true, opensInstrument: false };
    expect(chart.apply(writeLayout(LAYOUT), at)).toBe(true);
    expect(engine.layout().drawings.map(({ id }) => id)).toEqual(['a', 'early']);
    expect(chart.apply(writeLayout(engine.layout()), at)).toBe(false);
    expect(opened).toEqual([]);
    expect(engine.layout()).toMatchObject({ candleType: 'hollow', compared: LAYOUT.compared });
    chart.apply(writeLayout(LAYOUT), { keepsEarly: false, opensInstrument: true });
    expect(engine.layout().drawings.map(({ id }) => id)).toEqual(['a']);
    expect(opened).toEqual(['FMP:BTCUSD']);
  });

  it('keeps changes made before a layout arrived, and takes over the rest of it', () => {
    const { engine, chart, looks } = open();
    const studies = [{ key: 'tightness', id: 'tightness' as const, inputs: {}, isVisible: true }];
    engine.set({ studies, symbol: 'BFX:ETHUSD', resolution: '1D' });
    const at = { keepsEarly: true, opensInstrument: false };
    expect(chart.apply(writeLayout(LAYOUT), at)).toBe(true);
    expect(engine.layout()).toEqual({
      ...LAYOUT,
      studies,
      symbol: 'BFX:ETHUSD',
      resolution: '1D',
    });
    expect(looks.at(-1)).toMatchObject({ candleType: 'hollow', studies: [{ key: 'tightness' }] });
  });

  it('takes over a whole layout after a mere change of instrument', () => {
    const { engine, chart } = open();
    engine.set({ symbol: 'BFX:ETHUSD', resolution: '1D' });
    const at = { keepsEarly: true, opensInstrument: false };
    expect(chart.apply(writeLayout(LAYOUT), at)).toBe(false);
    expect(engine.layout().studies).toEqual(LAYOUT.studies);
  });
});
