import type { AlertDefinition } from '@moneytrail/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { describeAlert } from './describe-alert.ts';
import { fillTemplate } from './fill-template.ts';
import { makeAlert } from './testing/make-alert.ts';
import { ThresholdIndex } from './threshold-index.ts';

const BASE = makeAlert({ channels: { mail: true, push: false, webhook: null } });
const WORDS = {
  instrument: 'BTCUSD (FMP)',
  interval: '1h',
  price: (value: number) => value.toLocaleString('en'),
  time: (timeMs: number) => new Date(timeMs).toISOString().slice(0, 10),
};

test('an alert is one sentence', () => {
  const told = (more: Partial<AlertDefinition>, webhook: string | null = null) =>
    describeAlert({ ...BASE, ...more }, WORDS, webhook);
  expect(told({})).toBe('When BTCUSD (FMP) crosses above 10,700, once, on this page and by mail.');
  expect(told({ trigger: { kind: 'barClose' }, untilMs: Date.UTC(2026, 11, 3) }, 'my desk')).toBe(
    'When the close of BTCUSD (FMP) crosses above 10,700, at the close of a 1h bar, on this page, by mail and to my desk, until 2026-12-03.',
  );
  expect(told({ conditions: [{ kind: 'silence', minutes: 10 }] })).toBe(
    'When no price of BTCUSD (FMP) comes for 10 minutes while its market is open, once, on this page and by mail.',
  );
  const support = {
    kind: 'study',
    study: 'shortTermLevels',
    output: 'support',
    inputs: {},
    is: 'crossesUp',
    than: { price: 'close' },
  } as const;
  expect(told({ conditions: [support] })).toBe(
    'When Short-term support of BTCUSD (FMP) crosses above the close, once, on this page and by mail.',
  );
  const onScreen = {
    screen: { id: 7, event: 'either' },
    conditions: [],
    trigger: { kind: 'barClose' },
  } satisfies Partial<AlertDefinition>;
  const words = { ...WORDS, instrument: 'the screen “Oversold”' };
  expect(describeAlert({ ...BASE, ...onScreen }, words)).toBe(
    'When an instrument enters or leaves the screen “Oversold”, at the close of a bar, on this page and by mail.',
  );
  expect(
    told({
      conditions: [
        { kind: 'level', level: 'shortTermSupport', event: 'broken', inputs: {} },
        { kind: 'volume', times: 2.5, bars: 20 },
      ],
      joined: { kind: 'then', bars: 3 },
      trigger: { kind: 'atMostEvery', minutes: 15 },
      channels: { mail: false, push: false, webhook: null },
    }),
  ).toBe(
    'When BTCUSD (FMP) breaks its short-term support, then within 3 bars the volume of BTCUSD (FMP) is above 2.5 × the average of 20 bars, at most every 15 minutes, on this page.',
  );
});

test('a message is filled in, and what has no value is left out', () => {
  const values = { symbol: 'FMP:BTCUSD', price: 10_700.5, volume: null };
  expect(fillTemplate('{{symbol}} at {{ price }}, volume {{volume}}.', values)).toBe(
    'FMP:BTCUSD at 10700.5, volume .',
  );
  expect(fillTemplate('{{ticker}}', { code: 'BTCUSD' })).toBe('BTCUSD');
});

test('names that every object has are no placeholders', () => {
  const names = ['constructor', 'toString', '__proto__', 'hasOwnProperty', 'strategy.order.action'];
  for (const name of names) {
    expect(fillTemplate(`{"of": {{${name}}}, "in": "{{${name}}}"}`, { price: 1 })).toBe(
      '{"of": null, "in": ""}',
    );
    expect(fillTemplate(`at {{${name}}}.`, { price: 1 })).toBe('at .');
  }
});

test('a message in JSON stays valid whatever its values contain', () => {
  const template =
    '{"text": "{{condition}} of {{symbol}}", "price": {{price}}, "volume": {{volume}}, "named \\" {{name}}": {{name}}}';
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.double(), (text, price) => {
      const filled = fillTemplate(template, { condition: text, symbol: 'S', name: text, price });
      expect(JSON.parse(filled)).toEqual({
        text: `${text} of S`,
        price: Number.isFinite(price) ? price || 0 : null,
        volume: null,
        [`named " ${text}`]: text,
      });
    }),
  );
});

test('the index never finds an alert by an undefined price', () => {
  const index = new ThresholdIndex<string>();
  index.set('known', [5, 9]);
  expect(index.between(0, 10)).toEqual(['known']);
  index.set('undefined', [Number.NaN, 7]);
  expect(index.between(6, 10)).toEqual(['undefined', 'known']);
});

test('the index finds the alerts of the prices in a range, after any changes', () => {
  const prices = fc.array(fc.integer({ min: 0, max: 30 }), { maxLength: 3 });
  const change = fc.record({ alert: fc.nat(20), prices, low: fc.nat(30), span: fc.nat(10) });
  fc.assert(
    fc.property(fc.array(change, { maxLength: 60 }), (changes) => {
      const index = new ThresholdIndex<number>();
      const known = new Map<number, readonly number[]>();
      for (const { alert, prices: set, low, span } of changes) {
        index.set(alert, set);
        known.set(alert, set);
        const expected = [...known].filter(([, all]) =>
          all.some((price) => price >= low && price <= low + span),
        );
        const found = index.between(low, low + span);
        expect(found.toSorted()).toEqual(expected.map(([each]) => each).toSorted());
      }
    }),
  );
});
