import {
  EXCHANGES,
  INSTRUMENT_TYPES,
  MAX_SCREEN_CONDITIONS,
  SCREEN_COLUMNS,
  SCREEN_FIGURES,
  type ScreenCondition,
  SNAPSHOT_RESOLUTIONS,
  screenQuestion,
} from '@moneytrail/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PRESETS, presetScreen } from '../features/screener/conditions/presets.ts';
import { NEW_SCREEN, readScreen, type Screen, writeScreen } from './screen-address.ts';
import { readScreenerSearch } from './screener-search.ts';
import { parseSearch, stringifySearch } from './search-params.ts';

const bound = fc.oneof(
  fc.integer({ min: -4_000, max: 4_000 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);
// JSON and addresses know no negative zero.
const value = bound.map((number) => number + 0);
const STUDIES = ['ema-average', 'macd-macd', 'macd-signal'] as const;
const figure = fc.constantFrom(...SCREEN_FIGURES, ...STUDIES);
const own = fc.option(fc.constantFrom(...SNAPSHOT_RESOLUTIONS), { nil: undefined });
const join = fc.constantFrom('and', 'or');

const condition = fc
  .oneof(
    fc.record({
      kind: fc.constant('figure'),
      figure,
      resolution: own,
      is: fc.constantFrom('above', 'below'),
      than: fc.oneof(fc.record({ value }), fc.record({ figure })),
    }),
    fc.record({
      kind: fc.constant('between'),
      figure,
      resolution: own,
      from: value,
      to: value,
    }),
    fc.record({
      kind: fc.constant('mark'),
      resolution: own,
      side: fc.constantFrom('buy', 'sell', 'any'),
      isStrongOnly: fc.boolean(),
      withinDays: fc.double({ min: 0.01, max: 3_650, noNaN: true }),
    }),
    fc.record({
      kind: fc.constant('exchange'),
      exchanges: fc.uniqueArray(fc.constantFrom(...EXCHANGES), { minLength: 1 }),
    }),
    fc.record({
      kind: fc.constant('type'),
      types: fc.uniqueArray(fc.constantFrom(...INSTRUMENT_TYPES), { minLength: 1 }),
    }),
  )
  // An interval that is not given is left out.
  .map((drawn) => JSON.parse(JSON.stringify(drawn)) as ScreenCondition);

const group = fc.record({ join, conditions: fc.array(condition, { minLength: 1, maxLength: 4 }) });

const screen: fc.Arbitrary<Screen> = fc
  .record({
    resolution: fc.constantFrom(...SNAPSHOT_RESOLUTIONS),
    join,
    groups: fc.array(group, { minLength: 1, maxLength: MAX_SCREEN_CONDITIONS / 4 }),
    sort: fc.record({
      by: fc.constantFrom('symbol', 'mark', ...SCREEN_FIGURES, ...STUDIES),
      direction: fc.constantFrom('ascending', 'descending'),
    }),
    columns: fc.uniqueArray(fc.constantFrom(...SCREEN_COLUMNS, ...STUDIES), { minLength: 1 }),
  })
  .map(({ columns, ...question }) => ({ question: screenQuestion.parse(question), columns }));

/** The screen after the way through the address bar. */
function sent(shown: Screen) {
  return readScreen(readScreenerSearch(parseSearch(stringifySearch(writeScreen(shown)))));
}

test('every screen comes out of its address as it went in', () => {
  fc.assert(
    fc.property(screen, (shown) => {
      expect(sent(shown)).toEqual({ ...shown, isBroken: false });
    }),
  );
});

test('the address of a preset can be read by people', () => {
  const fresh = PRESETS.find(({ name }) => name === 'Fresh strong buy');
  const shown = fresh && presetScreen(fresh, NEW_SCREEN);
  const address = shown ? stringifySearch(writeScreen(shown)) : '';
  expect(address).toBe(
    '?where=and/and:mark_buy_strong_5&order=-mark&columns=mark.exchange.session.close.change1.change20.volumeRatio.longShortPercentage.shortTermTightness.toShortTermSupport.rsi',
  );
  for (const preset of PRESETS) {
    const whole = presetScreen(preset, NEW_SCREEN);
    expect(sent(whole), preset.name).toEqual({ ...whole, isBroken: false });
  }
});

test('a new screen has an empty address', () => {
  expect(stringifySearch(writeScreen(NEW_SCREEN))).toBe('');
  expect(sent(NEW_SCREEN)).toEqual({ ...NEW_SCREEN, isBroken: false });
});

test.each([
  ['an unknown figure', { where: 'and/and:rsj_below_30' }],
  ['a missing bound', { where: 'and/and:rsi_below' }],
  ['a part too much', { where: 'and/and:rsi_below_30_240_x' }],
  ['a group without a condition', { where: 'and/and' }],
  ['an unknown join', { where: 'xor/and:rsi_below_30' }],
  ['an infinite bound', { where: 'and/and:rsi_below_1e999' }],
  ['an unknown interval', { interval: '5' }],
  ['an unknown order', { order: '-price' }],
  ['a column twice', { columns: 'rsi.rsi' }],
  ['an unknown column', { columns: 'rsi.colour' }],
  ['too many conditions', { where: `and/and${':rsi_below_30'.repeat(21)}` }],
])('an address with %s shows a new screen and tells so', (_, search) => {
  expect(readScreen(search)).toEqual({ ...NEW_SCREEN, isBroken: true });
});
