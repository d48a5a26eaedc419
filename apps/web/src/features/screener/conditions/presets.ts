import type { ScreenColumn, ScreenCondition, ScreenQuestion } from '@moneytrail/contract';
import type { Screen } from '../../../lib/screen-address.ts';

type Preset = {
  name: string;
  /** One sentence for tooltips. */
  about: string;
  conditions: readonly ScreenCondition[];
  sort: ScreenQuestion['sort'];
  /** Columns that show why an instrument is found. */
  columns: readonly ScreenColumn[];
};

/** Ready screens, each one group of conditions that all hold. */
export const PRESETS: readonly Preset[] = [
  {
    name: 'Near short-term support',
    about: 'The close is at most 2 % above the lowest close of 20 bars.',
    conditions: [{ kind: 'between', figure: 'toShortTermSupport', from: -2, to: 0 }],
    sort: { by: 'toShortTermSupport', direction: 'descending' },
    columns: ['toShortTermSupport'],
  },
  {
    name: 'Tight and rising long/short',
    about:
      'The 20-bar range is within half a point of its tightest, and long/short has risen over 5 bars.',
    conditions: [
      { kind: 'figure', figure: 'distanceToShortTermMin', is: 'below', than: { value: 0.5 } },
      { kind: 'figure', figure: 'longShortChange5', is: 'above', than: { value: 0 } },
    ],
    sort: { by: 'longShortChange5', direction: 'descending' },
    columns: [
      'shortTermTightness',
      'distanceToShortTermMin',
      'longShortPercentage',
      'longShortChange5',
    ],
  },
  {
    name: 'Fresh strong buy',
    about: 'The newest mark is a strong buy of the last five days.',
    conditions: [{ kind: 'mark', side: 'buy', isStrongOnly: true, withinDays: 5 }],
    sort: { by: 'mark', direction: 'descending' },
    columns: ['mark'],
  },
  {
    name: 'Breakout above long-term resistance',
    about: 'The last bar rose to the highest close of 100 bars.',
    conditions: [
      { kind: 'figure', figure: 'toLongTermResistance', is: 'below', than: { value: 0.01 } },
      { kind: 'figure', figure: 'change1', is: 'above', than: { value: 0 } },
    ],
    sort: { by: 'volumeRatio', direction: 'descending' },
    columns: ['toLongTermResistance', 'change1', 'volumeRatio'],
  },
  {
    name: 'Oversold',
    about: 'The RSI is below 30.',
    conditions: [{ kind: 'figure', figure: 'rsi', is: 'below', than: { value: 30 } }],
    sort: { by: 'rsi', direction: 'ascending' },
    columns: ['rsi'],
  },
];

/** A preset at the screen's interval; the columns that show why an instrument is found come first. */
export function presetScreen({ conditions, sort, columns }: Preset, present: Screen): Screen {
  const { resolution } = present.question;
  const others = present.columns.filter((column) => !columns.includes(column));
  return {
    question: {
      resolution,
      join: 'and',
      groups: [{ join: 'and', conditions: [...conditions] }],
      sort,
    },
    columns: [...columns, ...others],
  };
}
