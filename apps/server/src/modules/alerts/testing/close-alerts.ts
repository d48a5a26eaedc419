import type { AlertDefinition } from '@moneytrail/contract';
import { computeStudy, DEFAULT_INPUTS } from '@moneytrail/indicators';
import type { BarColumns } from '../../bars/index.ts';

/** The resolution of the alerts in minutes. */
export const CLOSES_EVERY = 5;

type CloseAlert = {
  definition: Pick<AlertDefinition, 'conditions' | 'trigger'> & Partial<AlertDefinition>;
  /** The bars at whose closes it fires, read bar by bar. */
  firesAt: (bars: BarColumns) => number[];
};

const indexesOf = (values: ArrayLike<number>, isMeant: (index: number) => boolean) =>
  Array.from(values, (_value, index) => index).filter(isMeant);

/** Whether the close of a bar has crossed a value since the bar before. */
function hasCrossed(close: ArrayLike<number>, index: number, value: number, isUp: boolean) {
  const [before, now] = [Number(close[index - 1]), Number(close[index])];
  return isUp ? before < value && now >= value : before > value && now <= value;
}

/** Whether the close has risen so far above one of the closes before it. */
const hasRisen = (close: ArrayLike<number>, index: number, by: number, bars: number) =>
  indexesOf(close, (before) => before < index && before >= index - bars).some(
    (before) => Number(close[index]) - Number(close[before]) >= by,
  );

/** Alerts at the closes of bars, which need no ticks. */
export const CLOSE_ALERTS: readonly CloseAlert[] = [
  {
    definition: {
      conditions: [{ kind: 'price', is: 'crosses', value: 103 }],
      trigger: { kind: 'barClose' },
    },
    firesAt: ({ close }) =>
      indexesOf(close, (at) => [true, false].some((isUp) => hasCrossed(close, at, 103, isUp))),
  },
  {
    definition: {
      conditions: [{ kind: 'move', direction: 'up', size: 4, unit: 'price', bars: 3 }],
      trigger: { kind: 'oncePerBar' },
    },
    firesAt: ({ close }) => indexesOf(close, (at) => hasRisen(close, at, 4, 3)),
  },
  {
    definition: {
      conditions: [{ kind: 'move', direction: 'up', size: 1, unit: 'price', bars: 2 }],
      trigger: { kind: 'once' },
    },
    firesAt: ({ close }) => indexesOf(close, (at) => hasRisen(close, at, 1, 2)).slice(0, 1),
  },
  {
    definition: {
      conditions: [
        {
          kind: 'study',
          study: 'shortTermLevels',
          output: 'resistance',
          inputs: { shortTermLength: 10 },
          is: 'above',
          than: { value: 101 },
        },
      ],
      trigger: { kind: 'atMostEvery', minutes: 4 * CLOSES_EVERY },
    },
    firesAt: (bars) => {
      const inputs = { ...DEFAULT_INPUTS, shortTermLength: 10 };
      const { resistance = [] } = computeStudy('shortTermLevels', bars, inputs);
      const fired: number[] = [];
      for (const at of indexesOf(resistance, (index) => Number(resistance[index]) > 101)) {
        if (at - (fired.at(-1) ?? Number.NEGATIVE_INFINITY) >= 4) fired.push(at);
      }
      return fired;
    },
  },
  {
    definition: {
      conditions: [
        {
          kind: 'study',
          study: 'ema',
          output: 'average',
          inputs: { length: 3 },
          is: 'crossesUp',
          than: { value: 100.37 },
        },
      ],
      trigger: { kind: 'barClose' },
    },
    // Its values depend on every bar before; those read here begin earlier than those that the engine reads.
    firesAt: ({ close }) => {
      const average: number[] = [];
      for (const price of close) average.push(price / 2 + (average.at(-1) ?? price) / 2);
      // It has its first value at the third bar.
      return indexesOf(average, (at) => at > 2 && hasCrossed(average, at, 100.37, true));
    },
  },
  {
    definition: {
      conditions: [
        { kind: 'price', is: 'crossesUp', value: 102 },
        { kind: 'price', is: 'crossesDown', value: 98 },
      ],
      joined: { kind: 'then', bars: 6 },
      trigger: { kind: 'barClose' },
    },
    firesAt: ({ close }) => {
      const fired: number[] = [];
      let since: number | null = null;
      for (const at of indexesOf(close, () => true)) {
        if (since !== null && at - since > 6) since = null;
        if (since === null) {
          if (hasCrossed(close, at, 102, true)) since = at;
        } else if (hasCrossed(close, at, 98, false)) {
          fired.push(at);
          since = null;
        }
      }
      return fired;
    },
  },
];
