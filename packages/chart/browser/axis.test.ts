import { beforeEach, describe, expect, test } from 'vitest';
import { formatPrice, formatValue } from '../src/axis/format-value.ts';
import { percentScale } from '../src/axis/value-scale.ts';
import type { ChartBar, PriceScale } from '../src/index.ts';
import { drag } from './harness/gestures.ts';
import { act, openHarness, page } from './harness/open-page.ts';
import { sampleBars } from './harness/sample-bars.ts';

const WIDTH_PX = 1_000;
const HEIGHT_PX = 500;

beforeEach(() => openHarness({ width: WIDTH_PX, height: HEIGHT_PX }));

function movedBars(move: (price: number) => number): ChartBar[] {
  return sampleBars(300).map(({ time, volume, ...bar }) => {
    const [open, close] = [move(bar.open), move(bar.close)];
    const [high, low] = [move(bar.high), move(bar.low)];
    return { time, open, high, low, close, volume };
  });
}

type Case = { bars: ChartBar[]; precision: number; scale: PriceScale };

const scaled = (factor: number) => movedBars((price) => price * factor);

const CASES: Record<string, Case> = {
  'a coin of five cents on a logarithmic scale': { bars: scaled(5e-4), precision: 5, scale: 'log' },
  'a coin of a millionth': { bars: scaled(1e-8), precision: 10, scale: 'normal' },
  'a coin of a millionth on a logarithmic scale': {
    bars: scaled(1e-8),
    precision: 10,
    scale: 'log',
  },
  'an index in whole points on a logarithmic scale': {
    bars: scaled(100),
    precision: 0,
    scale: 'log',
  },
  'ten millions': { bars: scaled(1e5), precision: 2, scale: 'normal' },
  'a spread around zero': {
    bars: movedBars((price) => price - 100),
    precision: 2,
    scale: 'normal',
  },
  'a spread around zero in percent': {
    bars: movedBars((price) => price - 100),
    precision: 2,
    scale: 'percent',
  },
  'a negative spread in percent': {
    bars: movedBars((price) => price - 400),
    precision: 2,
    scale: 'percent',
  },
};

/** Each scale with its hardest prices; `npm run test:long` has the others, whose texts have tests without a browser. */
const USUAL = [
  'a coin of a millionth on a logarithmic scale',
  'ten millions',
  'a negative spread in percent',
];
const TRIED = Object.entries(CASES).filter(
  ([name]) => process.env.TEST_LONG === 'true' || USUAL.includes(name),
);

async function show({ bars, precision, scale }: Case): Promise<void> {
  await page.evaluate(
    async ({ bars, precision, scale }) => {
      const { harness } = window;
      const { engine } = await harness.show(bars, { precision, withoutStudies: true });
      engine.setPriceScale(scale);
      await harness.atRest();
    },
    { bars, precision, scale },
  );
}

/** Texts of the value axis: labels lie below, tags and the crosshair's text above them. */
async function axisTexts(layer: 'labels' | 'tags') {
  const all = await page.evaluate(() => window.harness.drawnTexts());
  const { mainPx, leftPx } = await page.evaluate(() => {
    const main = window.events.panes.at(-1)?.find(({ pane }) => pane === 'main');
    const [axis] = [...document.querySelectorAll('canvas')]
      .map((canvas) => canvas.getBoundingClientRect().left)
      .sort((a, b) => b - a);
    return { mainPx: main?.heightPx ?? 0, leftPx: axis ?? 0 };
  });
  return all.filter(
    ({ x, y, layer: at }) => x >= leftPx && y < mainPx && (at === 0) === (layer === 'labels'),
  );
}

/** The crosshair's text at a height beside the tag of the last price, and the price there. */
async function pointedAt(y: number, lastPrice: string) {
  await page.mouse.move(WIDTH_PX / 2, y);
  await page.evaluate(() => window.harness.atRest());
  const price = await page.evaluate(([x, y]) => window.engine.pointAt(x, y)?.price ?? Number.NaN, [
    WIDTH_PX / 2,
    y,
  ] as const);
  const others = (await axisTexts('tags')).filter(({ text }) => text !== lastPrice);
  return { text: others[0]?.text ?? lastPrice, price };
}

/** A price as the axis writes it, percentages from the first visible close that is not zero. */
async function writtenPrices({ bars, precision, scale }: Case): Promise<(price: number) => string> {
  if (scale !== 'percent') return (price) => formatPrice(price, precision);
  const fromMs = await page.evaluate(() => window.events.visible.at(-1)?.fromMs ?? 0);
  const base = bars.find(({ time, close }) => time >= fromMs && close !== 0)?.close ?? 1;
  const { toPercent } = percentScale(base);
  return (price) => formatValue('signedPercent', toPercent(price), 0);
}

function numberIn(text: string): number {
  return Number(text.replaceAll(/[^\d.−]/g, '').replace('−', '-'));
}

/** Every label stands within a pixel of its number, and the crosshair says the price at its place. */
async function checkedLabels(written: (price: number) => string, lastPrice: string) {
  const labels = await axisTexts('labels');
  expect(labels.length).toBeGreaterThanOrEqual(3);
  for (const { text, y } of labels) {
    const [above, at, below] = [
      await pointedAt(y - 1, lastPrice),
      await pointedAt(y, lastPrice),
      await pointedAt(y + 1, lastPrice),
    ];
    expect(at.text).toBe(written(at.price));
    expect(numberIn(text)).toBeLessThanOrEqual(numberIn(written(above.price)));
    expect(numberIn(text)).toBeGreaterThanOrEqual(numberIn(written(below.price)));
  }
  return labels.map(({ text }) => text);
}

describe.each(TRIED)('%s', (_, given) => {
  test('crosshair, labels, keyboard and a dragged axis tell the same prices', async () => {
    await show(given);
    const written = await writtenPrices(given);
    const lastPrice = written(given.bars.at(-1)?.close ?? Number.NaN);
    const before = await checkedLabels(written, lastPrice);
    await page.mouse.move(-1, -1);
    await act(() => {
      window.engine.moveCrosshair(-1);
      window.engine.moveCrosshair(1);
    });
    // The keyboard's cursor stands at the close, where the tag of the last price is.
    const [cursor, tag] = (await axisTexts('tags')).map(({ y }) => y);
    expect(Math.abs((cursor ?? 0) - (tag ?? 0))).toBeLessThanOrEqual(1.5);
    await act(() => window.engine.hideCrosshair());
    await drag(page, [WIDTH_PX - 20, 150], [WIDTH_PX - 20, 260]);
    await page.evaluate(() => window.harness.atRest());
    const after = await checkedLabels(written, lastPrice);
    expect(after).not.toEqual(before);
  });
});

test('labels stand evenly, one in 60 to 110 px, each at its grid line', async () => {
  await openHarness({ width: WIDTH_PX, height: 900 });
  for (const scale of ['normal', 'log', 'percent'] as const) {
    await show({ bars: scaled(100), precision: 2, scale });
    const labels = await axisTexts('labels');
    const gaps = labels.slice(1).map(({ y }, i) => (labels[i]?.y ?? 0) - y);
    expect(gaps.length).toBeGreaterThan(4);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(59);
    expect(Math.max(...gaps)).toBeLessThanOrEqual(111);
    const rows = await page.evaluate(
      (ys) => {
        const { harness, engine } = window;
        const picture = harness.readPicture(engine);
        const isGrid = picture.isOf([harness.LIGHT.grid]);
        const columns = Array.from({ length: 800 }, (_, x) => x);
        return ys.map((y) =>
          [-1, 0, 1].some(
            (by) => columns.filter((x) => isGrid(x, Math.round(y) + by)).length > 300,
          ),
        );
      },
      labels.map(({ y }) => y),
    );
    expect(rows).toEqual(rows.map(() => true));
    await act(() => window.engine.dispose());
  }
});

test('the time axis begins with the date and year of the first bar in view', async () => {
  await page.evaluate(async () => {
    const { harness } = window;
    await harness.show(harness.sampleBars(2_000, { stepMs: 300_000 }), {
      resolution: '5',
      zone: 'Etc/UTC',
    });
  });
  const seen = [];
  for (const move of ['showNewest', 'showOldest'] as const) {
    await page.evaluate((move) => window.engine[move](), move);
    await page.evaluate(() => window.harness.atRest());
    const { first, date } = await page.evaluate(() => {
      const { fromMs = 0 } = window.events.visible.at(-1) ?? {};
      const texts = window.harness.drawnTexts().filter(({ y }) => y > innerHeight - 28);
      const form = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const;
      const date = new Date(fromMs).toLocaleDateString(undefined, form);
      return { first: texts.sort((a, b) => a.x - b.x)[0]?.text, date };
    });
    expect(first).toBe(date);
    seen.push(first);
  }
  expect(seen[0]).not.toBe(seen[1]);
});

test('texts of twice the usual size are drawn at that size, and the axes make room for them', async () => {
  await page.evaluate(() => window.harness.show(window.harness.sampleBars(300)));
  await page.evaluate(() => window.harness.atRest());
  const drawn = () =>
    page.evaluate(async () => {
      await window.harness.atRest();
      const widths = [...document.querySelectorAll('#chart canvas')].map(
        ({ clientWidth }) => clientWidth,
      );
      return { axisPx: Math.min(...widths), count: widths.length };
    });
  const before = await drawn();
  await page.evaluate(() => window.engine.setTextScale(2));
  const after = await drawn();
  expect(after.axisPx).toBeGreaterThan(1.3 * before.axisPx);
  await page.evaluate(() => window.engine.setTextScale(1));
  expect(await drawn()).toEqual(before);
});
