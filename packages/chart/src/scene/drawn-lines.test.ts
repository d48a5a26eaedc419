import { columnsFrom, SOLID, type TechnicalStudy } from '@moneytrail/indicators';
import { expect, it } from 'vitest';
import { UNKNOWN_MARKET } from '../studies/studied-market.ts';
import { createStudySet } from '../studies/study-set.ts';
import { offerInTests } from '../studies/testing/offer-studies.ts';
import { drawnOutputs, strokesOf } from './drawn-lines.ts';
import { levelExtents } from './pane-extent.ts';

const OUTPUT = {
  label: '',
  colour: 'longResistance',
  line: SOLID,
  format: 'price',
  isDrawn: true,
} as const;

/** The close, drawn 26 bars earlier; and the close of 26 bars before, which goes on beyond the newest bar. */
const moved: TechnicalStudy = {
  id: 'moved',
  name: 'Moved',
  shortName: 'Moved',
  pane: 'main',
  axis: 'right',
  group: 'Trend',
  aliases: [],
  about: '',
  readsVolume: false,
  inputs: [
    {
      name: 'interval',
      label: 'Interval',
      kind: 'choice',
      default: 'chart',
      options: ['chart', '5'].map((value) => ({ value, label: value })),
    },
  ],
  outputs: [
    { ...OUTPUT, key: 'lagging', displacement: () => -26 },
    { ...OUTPUT, key: 'span', ahead: { output: 'leading', bars: () => 26 } },
    { ...OUTPUT, key: 'leading', isDrawn: false },
  ],
  fills: [],
  neededBars: () => 1,
  start: () => {
    const before: number[] = [];
    return ({ close }, isNewState, values) => {
      if (isNewState) before.pop();
      before.push(close);
      values.set([close, before.at(-27) ?? Number.NaN, close]);
    };
  },
};

offerInTests([moved]);

const BARS = 200;
const closes = Array.from({ length: BARS }, (_, index) => 100 + 10 * Math.sin(index / 9));
const COLUMNS = columnsFrom(
  closes.map((close, index) => ({
    time: index * 60_000,
    open: close,
    high: close + 1,
    low: close - 1,
    close,
    volume: 1,
  })),
);
/** All bars, one a pixel, and room for forty more. */
const FRAME = {
  from: 0,
  to: BARS,
  barSpacePx: 1,
  widthPx: BARS + 40,
  xOf: (index: number) => index,
  formingIndex: -1,
};

function stateWith(inputs: Record<string, number | string>) {
  const studies = createStudySet({ clockMs: () => 0 });
  studies.choose([{ key: 'moved', id: 'moved', inputs, isVisible: true }]);
  studies.restart(COLUMNS, BARS, { market: UNKNOWN_MARKET });
  return { studies };
}

/** The places of a line's values, by the index of the bar there. */
function placesOf(inputs: Record<string, number | string>, key: string) {
  const line = drawnOutputs(stateWith(inputs), 'main', 'right').find(
    ({ output }) => output.key === key,
  );
  return (line ? strokesOf(line, FRAME) : []).map(({ values, frame }) => {
    const first = Math.max(0, frame.from);
    const last = Math.min(values.length - 1, frame.to);
    const drawn = values.subarray(first, last + 1);
    return [...drawn].map((value, at) => [frame.xOf(first + at), value] as const);
  });
}

it('the lagging line has each close as many bars earlier as it is displaced', () => {
  const [places = []] = placesOf({}, 'lagging');
  for (const [bar, value] of places) expect(value).toBe(closes[bar + 26]);
  expect(places.at(-1)?.[0]).toBe(BARS - 1 - 26);
});

it('the cloud goes on beyond the newest bar, from the value there, by its displacement', () => {
  const [over = [], beyond = []] = placesOf({}, 'span');
  expect(beyond[0]).toEqual(over.at(-1));
  expect(beyond.map(([bar]) => bar)).toEqual(Array.from({ length: 27 }, (_, at) => BARS - 1 + at));
  expect(beyond.at(-1)?.[1]).toBe(closes.at(-1));
});

it('a longer interval has no lagging line and no cloud to come, as its bars are others', () => {
  const inputs = { interval: '5' };
  expect(placesOf(inputs, 'lagging')).toEqual([]);
  expect(placesOf(inputs, 'span')).toHaveLength(1);
});

it('of the values to come, only those with room beyond the newest bar widen the scale', () => {
  const state = stateWith({}) as unknown as Parameters<typeof levelExtents>[0];
  const highestSpan = (roomBars: number) =>
    levelExtents(state, { from: BARS - 1, to: BARS, roomBars })[0]?.high;
  expect(highestSpan(0)).toBe(closes.at(-27));
  expect(highestSpan(10)).toBe(Math.max(...closes.slice(-27, -16)));
  expect(highestSpan(40)).toBe(Math.max(...closes.slice(-27)));
});
