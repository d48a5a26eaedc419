import { MARKET_HOURS } from '@moneytrail/calendar';
import { columnsFrom, computeStudy, DEFAULT_INPUTS, STUDIES } from '@moneytrail/indicators';
import { expect, it } from 'vitest';
import { percentScale } from '../axis/value-scale.ts';
import { createBarStore } from '../state/bar-store.ts';
import type { ChartState } from '../state/chart-state.ts';
import { USUAL_STUDIES } from '../studies/placed-study.ts';
import { createStudySet } from '../studies/study-set.ts';
import { eraseCovered, mergeTags, placeTags, tagAt } from './tags.ts';

const DAY = 86_400_000;
const COLOUR = { line: '#000', tagText: '#fff' };

/** 120 rising bars, the last of which forms and is far higher than all others. */
function formingState(): { state: ChartState; closedLevel: number } {
  const bars = Array.from({ length: 120 }, (_, index) => {
    const close = index === 119 ? 900 : 100 + index;
    return { time: index * DAY, open: close, high: close, low: close, close, volume: 1 };
  });
  const store = createBarStore();
  store.replaceAll(bars);
  const studies = createStudySet();
  studies.choose(USUAL_STUDIES);
  studies.restart(store.columns(), 119);
  const colours = Object.fromEntries(
    STUDIES.flatMap(({ outputs }) => outputs.map(({ colour }) => [colour, COLOUR])),
  );
  const state = {
    view: {
      theme: { studies: colours, candleUp: '#0', candleUpText: '#0' },
      textScale: 1,
      priceScale: 'normal',
      guides: { hasCountdown: true, hasTags: true },
    },
    open: { symbol: { precision: 2, hours: MARKET_HOURS.crypto }, resolution: '1D' },
    bars: store,
    studies,
    formingIndex: 119,
    closed: { count: 119, revision: 1 },
    now: () => 119 * DAY + 1,
  } as unknown as ChartState;
  const levels = computeStudy('shortTermLevels', columnsFrom(bars), DEFAULT_INPUTS);
  return { state, closedLevel: levels.resistance[118] ?? Number.NaN };
}

it('tags of levels show the value of the last closed bar, the price tag the current one', () => {
  const { state, closedLevel } = formingState();
  const tags = placeTags(state, 'main', (value) => value, { width: 900, height: 2_000 });
  const texts = new Map(tags.map(({ name, text }) => [name, text]));
  expect([...texts].find(([name]) => name.includes('SR'))?.[1]).toBe(closedLevel.toFixed(2));
  expect(texts.get('')).toBe('900.00');
});

it('tags of levels can be hidden; that of the price stays', () => {
  const { state } = formingState();
  state.view.guides.hasTags = false;
  const tags = placeTags(state, 'main', (value) => value, { width: 900, height: 2_000 });
  expect(tags.map(({ text }) => text)).toEqual(['900.00']);
});

it('deployment has tags while no other study uses the right axis of its pane', () => {
  const { state } = formingState();
  const [percentage, ...others] = placeTags(state, 'longShort', (value) => value, {
    width: 900,
    height: 2_000,
  });
  expect([percentage?.text.endsWith('%'), others]).toEqual([true, []]);
  const alone = { key: 'deployment', id: 'deployment' as const, inputs: {}, isVisible: true };
  state.studies.choose([alone]);
  state.studies.restart(state.bars.columns(), 119);
  const [tag] = placeTags(state, 'longShort', (value) => value, { width: 900, height: 2_000 });
  expect(tag?.text).toMatch(/^[+−]?[\d,]+$/);
});

it('tags follow a percentage scale', () => {
  const { state } = formingState();
  const percent = { ...state, percent: percentScale(450) };
  const tags = placeTags(percent, 'main', (value) => value, { width: 900, height: 2_000 });
  expect(tags.find(({ name }) => name === '')?.text).toBe('+100.00\u00a0%');
});

it('the price tag counts down to the close of its bar unless the countdown is off', () => {
  const { state } = formingState();
  const below = (hasCountdown: boolean) => {
    const guides = { ...state.view.guides, hasCountdown };
    const counted = { ...state, view: { ...state.view, guides } };
    const tags = placeTags(counted, 'main', (value) => value, { width: 900, height: 2_000 });
    return tags.find(({ name }) => name === '')?.below;
  };
  expect(below(true)).toBe('1d 00h');
  expect(below(false)).toBe('');
});

it('tags of a narrow pane have no names, and those of levels out of view an arrow', () => {
  const { state } = formingState();
  const namesAt = (width: number) =>
    placeTags(state, 'main', (value) => value, { width, height: 200 }).map(({ name }) => name);
  const wide = namesAt(300);
  expect(wide.some((name) => /S[RS]|L[RS]/.test(name))).toBe(true);
  expect(namesAt(200)).toEqual(wide.map((name) => name.replace(/[^↑↓]/g, '')));
});

it('equal values share one tag with all names', () => {
  const level = (name: string, text: string, y: number) => {
    return { name, text, below: '', y, color: name, textColor: '', weight: 1, lines: [] };
  };
  const merged = mergeTags([
    level('SR', '9.00', 10),
    level('LR', '9.00', 10),
    level('SS', '8.00', 4),
  ]);
  expect(merged.map(({ name, color }) => [name, color])).toEqual([
    ['SS', 'SS'],
    ['SR + LR', 'SR'],
  ]);
});

it('a place on either half of a tag finds its lines, and all lines of a shared one', () => {
  const { state } = formingState();
  const toY = (value: number) => 1_000 - value;
  const tags = placeTags(state, 'main', toY, { width: 900, height: 1_000 });
  const drawn = {
    tags,
    nameWidthsPx: tags.map(({ name }) => 10 * name.length),
    textScale: 1,
  };
  const at = (x: number, y: number) =>
    tagAt({ ...drawn, paneWidthPx: 500, axisWidthPx: 80 }, { x, y });
  const resistance = tags.find(({ name }) => name === 'SR + LR' || name === 'LR + SR');
  const y = resistance?.middlePx ?? 0;
  const lines = [
    { study: 'shortTermLevels', output: 'resistance' },
    { study: 'longTermLevels', output: 'resistance' },
  ];
  expect(at(540, y)?.lines).toEqual(lines);
  expect(at(440, y)).toEqual({ lines, leftPx: 430, rightPx: 580, topPx: y - 9, bottomPx: y + 9 });
  expect([at(420, y), at(540, y + 30)]).toEqual([null, null]);
  const price = tags.find(({ text }) => text === '900.00');
  expect(at(540, price?.middlePx ?? 0)).toBeNull();
});

it('a label under a tag is erased with the tails of its commas, labels beside it stay', () => {
  const { state } = formingState();
  const erased: { fromPx: number; toPx: number }[] = [];
  const ctx = {
    fillRect: (_x: number, y: number, _width: number, height: number) =>
      erased.push({ fromPx: y, toPx: y + height }),
  } as unknown as CanvasRenderingContext2D;
  const tags = placeTags(state, 'main', () => 100, { width: 900, height: 2_000 }).slice(0, 1);
  const [tag] = tags;
  const bottomPx = (tag?.middlePx ?? 0) + (tag?.heightPx ?? 0);
  const labelsPx = [bottomPx - 8, bottomPx + 40];
  eraseCovered(state, ctx, tags, { labelsPx, widthPx: 80 });
  expect(erased).toHaveLength(1);
  // The commas of a text of 12 px reach 8 px below its middle.
  expect(erased[0]?.toPx).toBe(bottomPx);
});
