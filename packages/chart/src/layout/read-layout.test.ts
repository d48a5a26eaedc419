import { RESOLUTIONS, type Resolution } from '@moneytrail/calendar';
import { DEFAULT_INPUTS, PRICE_SOURCES, STUDIES } from '@moneytrail/indicators';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COMPARED_COLOURS, MOST_COMPARED } from '../chart-comparison.ts';
import { CANDLE_TYPES, PRICE_SCALES } from '../chart-look.ts';
import { STUDY_COLOURS } from '../chart-theme.ts';
import { DRAWING_TOOLS, type Drawing, type DrawingTool } from '../drawings/drawing.ts';
import { completed, TOOLS } from '../drawings/tools/index.ts';
import { MOST_STUDIES } from '../studies/study-places.ts';
import { CHART_LINKS, type ChartLink, sharesFor } from './chart-grid.ts';
import {
  type ChartLayout,
  NO_ARRANGEMENT,
  type SingleLayout,
  writeLayout,
} from './chart-layout.ts';
import { LayoutError, readLayout, readStudies } from './read-layout.ts';

const point = fc.record({
  timeMs: fc.integer({ min: Date.UTC(1950, 0), max: Date.UTC(2100, 0) }),
  price: fc.double({ min: -1e9, max: 1e9, noNaN: true }).map((price) => price + 0),
});
const dash = fc.constantFrom('solid' as const, 'dashed' as const, 'dotted' as const);
const colour = fc.constantFrom(...STUDY_COLOURS);
const share = fc.double({ min: 0, max: 1, noNaN: true }).map((value) => value + 0);

const intervals = fc
  .subarray<Resolution>([...RESOLUTIONS], { minLength: 1, maxLength: RESOLUTIONS.length - 1 })
  .map((some) => RESOLUTIONS.filter((one) => some.includes(one)));
const levels = fc
  .uniqueArray(fc.integer({ min: -5_000, max: 5_000 }), { minLength: 1, maxLength: 20 })
  .map((thousandths) => thousandths.map((one) => one / 1_000 + 0).sort((a, b) => a - b));
const account = fc.record({
  size: fc.integer({ min: 1, max: 1_000_000 }),
  riskPercent: fc.double({ min: 0.01, max: 100, noNaN: true }),
});

function drawingOf(tool: DrawingTool): fc.Arbitrary<Drawing> {
  const { points } = TOOLS[tool];
  const [least, most] = points === 'stroke' ? [2, 50] : [points, points];
  return fc.record({
    id: fc.uuid(),
    tool: fc.constant(tool),
    symbol: fc.constantFrom('FMP:BTCUSD', 'BVG:WMAZ/DEC2026'),
    points: fc
      .array(point, { minLength: least, maxLength: most })
      .map((placed) => completed(tool, placed, (price) => price)),
    style: fc.record({
      colour,
      widthPx: fc.integer({ min: 1, max: 8 }),
      dash,
      fillOpacity: share,
    }),
    text: fc.string({ unit: 'binary', maxLength: 200 }),
    isLocked: fc.boolean(),
    isVisible: fc.boolean(),
    resolutions: fc.option(intervals, { nil: undefined }),
    levels: TOOLS[tool].hasLevels ? fc.option(levels, { nil: undefined }) : fc.constant(undefined),
    account: TOOLS[tool].isPosition
      ? fc.option(account, { nil: undefined })
      : fc.constant(undefined),
  });
}

const study = fc.constantFrom(...STUDIES).chain(({ id, pane }) => {
  const number = fc.integer({ min: 2, max: 99 });
  const own = fc.option(
    number.map((n) => `${pane}-${n}`),
    { nil: undefined },
  );
  return fc
    .record({
      key: fc.oneof(
        fc.constant<string>(id),
        number.map((n) => `${id}-${n}`),
      ),
      id: fc.constant(id),
      inputs: fc.record(
        {
          source: fc.constantFrom(...PRICE_SOURCES),
          length: fc.integer({ min: 15, max: 100 }),
          longInput: fc.integer({ min: -3_000, max: 3_000 }),
        },
        { requiredKeys: [] },
      ),
      isVisible: fc.boolean(),
      pane: pane === 'main' ? fc.constant(undefined) : own,
    })
    .map(({ pane: moved, ...one }) => (moved ? { ...one, pane: moved } : one));
});
const studies = fc.uniqueArray(study, { selector: ({ key }) => key, maxLength: MOST_STUDIES });

const single: fc.Arbitrary<SingleLayout> = fc.record({
  version: fc.constant(3 as const),
  symbol: fc.constantFrom('FMP:BTCUSD', 'BFX:ETHUSD'),
  resolution: fc.constantFrom(...RESOLUTIONS),
  candleType: fc.constantFrom(...CANDLE_TYPES),
  priceScale: fc.constantFrom(...PRICE_SCALES),
  scalesPriceOnly: fc.boolean(),
  hasVolume: fc.boolean(),
  guides: fc.record({
    hasGrid: fc.boolean(),
    hasLastPriceLine: fc.boolean(),
    hasCountdown: fc.boolean(),
    hasSessionBreaks: fc.boolean(),
    hasTags: fc.boolean(),
  }),
  zone: fc.constantFrom('exchange', 'Africa/Johannesburg', 'Etc/UTC', 'America/New_York'),
  studies,
  panes: fc.dictionary(fc.constantFrom('tightness', 'longShort-2'), share, {
    noNullPrototype: true,
  }),
  paneOrder: fc.uniqueArray(fc.constantFrom('tightness', 'longShort-2', 'rsi')),
  paneFolds: fc.dictionary(fc.constantFrom('tightness', 'longShort-2', 'rsi'), fc.boolean(), {
    noNullPrototype: true,
  }),
  compared: fc.uniqueArray(
    fc.record({
      symbol: fc.constantFrom('BFX:ETHUSD', 'BVG:WMAZ/DEC2026', 'FMP:AAPL', 'FMP:EURUSD', 'FMP:X'),
      colour: fc.constantFrom(...COMPARED_COLOURS),
      isVisible: fc.boolean(),
    }),
    { selector: ({ symbol }) => symbol, maxLength: MOST_COMPARED },
  ),
  drawings: fc.uniqueArray(fc.oneof(...DRAWING_TOOLS.map(drawingOf)), {
    selector: ({ id }) => id,
    maxLength: 30,
  }),
});

/** One chart, or several with the shares of their number. */
const layout: fc.Arbitrary<ChartLayout> = fc
  .record({
    first: single,
    others: fc.uniqueArray(fc.record({ id: fc.uuid(), layout: single }), {
      selector: ({ id }) => id,
      maxLength: 3,
    }),
    links: fc.record(
      Object.fromEntries(CHART_LINKS.map((link) => [link, fc.boolean()])) as Record<
        ChartLink,
        fc.Arbitrary<boolean>
      >,
    ),
  })
  .map(({ first, others, links }) => {
    if (others.length === 0) return first;
    const { symbol, resolution } = first;
    const shares = sharesFor(others.length + 1, { columns: [], rows: [] });
    const grid = { first: { id: 'first', symbol, resolution }, cells: others, links, ...shares };
    return { ...first, grid };
  });

const sound: ChartLayout = {
  version: 3,
  symbol: 'FMP:BTCUSD',
  resolution: '1D',
  candleType: 'candles',
  priceScale: 'normal',
  scalesPriceOnly: false,
  hasVolume: true,
  guides: {
    hasGrid: true,
    hasLastPriceLine: true,
    hasCountdown: true,
    hasSessionBreaks: true,
    hasTags: true,
  },
  zone: 'exchange',
  studies: [{ key: 'combo', id: 'combo', inputs: DEFAULT_INPUTS, isVisible: true }],
  ...NO_ARRANGEMENT,
  compared: [],
  drawings: [],
};

function reasonOf(stored: string): string {
  try {
    readLayout(stored);
    return 'read';
  } catch (error) {
    if (error instanceof LayoutError) return error.reason;
    throw error;
  }
}

describe('a stored layout', () => {
  it('is read back as it was written', () => {
    fc.assert(
      fc.property(layout, (written) => {
        expect(readLayout(writeLayout(written))).toEqual(written);
      }),
    );
  });

  it('that kept distant levels out of the scale has the usual scale, which does so itself', () => {
    const { scalesPriceOnly: _, ...older } = sound;
    for (const isPriceOnly of [true, false]) {
      expect(readLayout(JSON.stringify({ ...older, isPriceOnly })).scalesPriceOnly).toBe(false);
    }
  });

  it('of any content is refused, or read as a layout that can be written and read again', () => {
    const anything = fc.oneof(
      fc.string(),
      fc.json(),
      fc
        .record({
          ...Object.fromEntries(Object.keys(sound).map((key) => [key, fc.jsonValue()])),
          grid: fc.oneof(
            fc.jsonValue(),
            fc.record({
              first: fc.record({
                id: fc.constantFrom('first', 'a', ''),
                symbol: fc.constant('FMP:X'),
                resolution: fc.constantFrom('1D', '7'),
              }),
              cells: fc.array(fc.record({ id: fc.constantFrom('a', 'b', 7), layout: single })),
              columns: fc.jsonValue(),
              links: fc.jsonValue(),
            }),
          ),
          version: fc.constantFrom(1, 2, 3),
          symbol: fc.constant('FMP:BTCUSD'),
          resolution: fc.constant('60'),
        })
        .map((value) => JSON.stringify(value)),
    );
    fc.assert(
      fc.property(anything, (stored) => {
        if (reasonOf(stored) !== 'read') return;
        const once = readLayout(stored);
        expect(readLayout(writeLayout(once))).toEqual(once);
      }),
    );
  });

  it('of a newer version is refused, so that it is never overwritten', () => {
    expect(reasonOf(JSON.stringify({ ...sound, version: 4 }))).toBe('newer');
    expect(reasonOf(JSON.stringify({ ...sound, version: 0 }))).toBe('unreadable');
    expect(reasonOf('{"a":1}')).toBe('unreadable');
    expect(reasonOf(JSON.stringify({ ...sound, symbol: 7 }))).toBe('unreadable');
  });

  it('of the second version has one chart', () => {
    expect(readLayout(JSON.stringify({ ...sound, version: 2, grid: { cells: [] } }))).toEqual(
      sound,
    );
  });

  it('from before comparisons existed has no compared instruments', () => {
    const { compared: _, ...older } = sound;
    expect(readLayout(JSON.stringify(older))).toEqual(sound);
  });

  it('keeps the source of a study of a compared instrument, however long its name', () => {
    const source = `ohlc4@${'X'.repeat(64)}`;
    const studies = [{ key: 'ema', id: 'ema', inputs: { length: 20, source }, isVisible: true }];
    const read = readLayout(JSON.stringify({ ...sound, studies }));
    expect(read.studies).toEqual(studies);
    expect(readLayout(writeLayout(read))).toEqual(read);
  });

  it('has each compared instrument once, and no more than there are colours', () => {
    const compared = [
      { symbol: 'FMP:A', colour: 'deployment', isVisible: false },
      { symbol: 'FMP:A', colour: 'longShort' },
      { symbol: '', colour: 'longShort' },
      { symbol: 7 },
      null,
      { symbol: 'FMP:B', colour: 'red' },
      ...['C', 'D', 'E'].map((code) => ({ symbol: `FMP:${code}`, colour: 'longShort' })),
    ];
    const read = readLayout(JSON.stringify({ ...sound, compared })).compared;
    expect(read.map(({ symbol }) => symbol)).toEqual(['FMP:A', 'FMP:B', 'FMP:C', 'FMP:D']);
    expect(read[0]).toEqual({ symbol: 'FMP:A', colour: 'deployment', isVisible: false });
    expect(read[1]?.colour).toBe(COMPARED_COLOURS[1]);
  });

  it('of the first version keeps each study once, keyed by its name', () => {
    const studies = [{ id: 'tightness', inputs: { shortTermLength: 30 } }, { id: 'tightness' }];
    const read = readLayout(JSON.stringify({ ...sound, version: 1, studies }));
    const tightness = { key: 'tightness', id: 'tightness', isVisible: true };
    expect(read.studies).toEqual([{ ...tightness, inputs: { shortTermLength: 30 } }]);
    expect(read.version).toBe(3);
  });

  it('keeps several studies of one kind apart, and drops foreign keys and panes', () => {
    const studies = [
      { key: 'tightness', id: 'tightness' },
      { key: 'tightness-2', id: 'tightness', pane: 'tightness' },
      { key: 'tightness-2', id: 'tightness', pane: 'tightness-9' },
      { key: 'tightness-3', id: 'tightness', pane: 'candle_pane' },
      { key: 'tightness-1', id: 'tightness' },
      { key: '__proto__', id: 'tightness' },
      { key: 'combo-4', id: 'deployment' },
      { key: 'combo-4', id: 'combo', pane: 'tightness' },
    ];
    const read = readLayout(JSON.stringify({ ...sound, studies })).studies;
    expect(read.map(({ key, pane }) => [key, pane])).toEqual([
      ['tightness', undefined],
      ['tightness-2', 'tightness'],
      ['tightness-3', undefined],
      ['combo-4', undefined],
    ]);
  });

  it('ends a circle of sources where it closes', () => {
    const study = (key: string, source: string) => ({ id: 'ema', key, inputs: { source } });
    const studies = [
      study('ema', 'ema-3.average'),
      study('ema-2', 'ema.average'),
      study('ema-3', 'ema-2.average'),
      study('ema-4', 'ema-3.average'),
      study('ema-5', 'ema-5.average'),
    ];
    expect(readStudies(studies).map(({ inputs }) => inputs.source)).toEqual([
      'ema-3.average',
      'ema.average',
      undefined,
      'ema-3.average',
      undefined,
    ]);
  });

  it('shows drawings of older charts on all intervals, and drops settings that make no sense', () => {
    const fib = {
      id: 'f',
      tool: 'fibRetracement',
      symbol: 'FMP:BTCUSD',
      points: [
        { timeMs: 1e12, price: 1 },
        { timeMs: 2e12, price: 2 },
      ],
    };
    const read = (changes: object) =>
      readLayout(JSON.stringify({ ...sound, drawings: [{ ...fib, ...changes }] })).drawings[0];
    const older = read({});
    expect(older).toMatchObject({ id: 'f', isVisible: true });
    expect(read({ resolutions: 'all', levels: 7, account: null })).toEqual(older);
    expect(read({ resolutions: [...RESOLUTIONS] })).toEqual(older);
    expect(read({ resolutions: ['7', '1D', '60'] })?.resolutions).toEqual(['60', '1D']);
    expect(read({ levels: [1, 0.5, 'x', 0.5, 1e9, null] })?.levels).toEqual([0.5, 1]);
    expect(read({ account: { size: 1_000, riskPercent: 1 } })).toEqual(older);
  });

  it('drops drawings that cannot be drawn, and keeps the others', () => {
    const line = {
      id: 'a',
      tool: 'trendLine',
      symbol: 'FMP:BTCUSD',
      points: [
        { timeMs: 1e12, price: 1 },
        { timeMs: 2e12, price: 2 },
      ],
    };
    const drawings = [
      line,
      { ...line, id: 'b', points: line.points.slice(1) },
      { ...line, id: 'c', points: [{ timeMs: 1e12, price: Number.NaN }, line.points[1]] },
      { ...line, id: 'd', tool: 'gannBox' },
      { ...line, id: 'e', style: { colour: 'red', widthPx: 900, dash: 'wavy', fillOpacity: 7 } },
      null,
    ];
    const read = readLayout(JSON.stringify({ ...sound, drawings })).drawings;
    expect(read.map(({ id }) => id)).toEqual(['a', 'e']);
    expect(read[1]?.style).toEqual(read[0]?.style);
  });
});
