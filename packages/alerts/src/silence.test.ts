import { HOUR_MS, MARKET_HOURS, MINUTE_MS } from '@moneytrail/calendar';
import type { AlertDefinition, AlertTrigger } from '@moneytrail/contract';
import { describe, expect, test } from 'vitest';
import { createAlertRun, NEW_MEMORY } from './alert-run.ts';
import { silenceProblem, silentSinceMs } from './silence.ts';
import { makeAlert } from './testing/make-alert.ts';

const SILENCE = { kind: 'silence', minutes: 10 } as const;
/** A Monday in New York. */
const MONDAY = Date.UTC(2026, 1, 2);

const silent = (trigger: AlertTrigger, more: Partial<AlertDefinition> = {}) =>
  makeAlert({ conditions: [SILENCE], trigger, ...more });

describe('a silence', () => {
  test('begins with the last price, in a market that never closes however long ago that was', () => {
    const { crypto } = MARKET_HOURS;
    const nowMs = MONDAY + 15 * HOUR_MS;
    expect(silentSinceMs(crypto, nowMs - MINUTE_MS, nowMs)).toBe(nowMs - MINUTE_MS);
    expect(silentSinceMs(crypto, nowMs - 90 * HOUR_MS, nowMs)).toBe(nowMs - 90 * HOUR_MS);
  });

  test('begins anew with a session: a night and a weekend are none', () => {
    const us = MARKET_HOURS['us-stocks'];
    const openMs = MONDAY + 14.5 * HOUR_MS;
    const fridayMs = openMs - 3 * 24 * HOUR_MS + HOUR_MS;
    expect(silentSinceMs(us, fridayMs, openMs + 10 * MINUTE_MS)).toBe(openMs);
    expect(silentSinceMs(us, openMs + MINUTE_MS, openMs + 10 * MINUTE_MS)).toBe(openMs + MINUTE_MS);
  });
});

describe('an alert on silence', () => {
  const hours = MARKET_HOURS.crypto;
  const at = (minute: number) => MONDAY + minute * MINUTE_MS;
  const look = (sinceMinute: number, minute: number) => ({
    sinceMs: at(sinceMinute),
    timeMs: at(minute),
    barTime: at(Math.floor(minute / 60) * 60),
    price: 100,
  });

  test('fires once for each silence, also after its memory was stored', () => {
    const definition = silent({ kind: 'atMostEvery', minutes: 1 });
    const first = createAlertRun({ definition, hours });
    expect(first.fellSilent(look(0, 10))).toEqual({
      occurrence: `silence ${at(0)}`,
      timeMs: at(10),
      barTime: at(0),
      price: 100,
    });
    const second = createAlertRun({ definition, hours }, JSON.parse(JSON.stringify(first.memory)));
    expect(second.fellSilent(look(0, 12))).toBeNull();
    expect(second.fellSilent(look(13, 23))).toMatchObject({ occurrence: `silence ${at(13)}` });
  });

  test('keeps to its trigger, its hours and its end', () => {
    const once = createAlertRun({ definition: silent({ kind: 'once' }), hours });
    expect(once.fellSilent(look(0, 10))).toMatchObject({ occurrence: 'once' });
    expect(once.fellSilent(look(20, 30))).toBeNull();
    const perBar = createAlertRun({ definition: silent({ kind: 'oncePerBar' }), hours });
    expect(perBar.fellSilent(look(0, 10))).not.toBeNull();
    expect(perBar.fellSilent(look(20, 30))).toBeNull();
    expect(perBar.fellSilent(look(50, 60))).not.toBeNull();
    const until = silent({ kind: 'once' }, { untilMs: at(5) });
    expect(createAlertRun({ definition: until, hours }).fellSilent(look(0, 10))).toBeNull();
    const later = silent({ kind: 'once' }, { hours: { from: 60, to: 120 } });
    expect(createAlertRun({ definition: later, hours }).fellSilent(look(0, 10))).toBeNull();
  });

  test('fires at no price, and no other alert fires at silence', () => {
    const run = createAlertRun({ definition: silent({ kind: 'once' }), hours });
    const move = { from: 1, price: 2, high: 2, low: 1 };
    const tick = { timeMs: at(1), fromBarTime: at(0), barTime: at(0), closed: 0, move };
    expect(run.priceMoved(tick)).toBeNull();
    const price = createAlertRun({ definition: makeAlert(), hours }, NEW_MEMORY);
    expect(price.fellSilent(look(0, 10))).toBeNull();
  });

  test('is joined with nothing, and waits for no bar', () => {
    expect(silenceProblem(silent({ kind: 'once' }))).toBeNull();
    expect(silenceProblem(silent({ kind: 'barClose' }))).not.toBeNull();
    const price = { kind: 'price', is: 'above', value: 1 } as const;
    expect(silenceProblem(makeAlert({ conditions: [price, SILENCE] }))).not.toBeNull();
    expect(silenceProblem(makeAlert())).toBeNull();
  });
});
