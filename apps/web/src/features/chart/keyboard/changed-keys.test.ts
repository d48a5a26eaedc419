import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { joinedKeys, mergedKeys, whyRefused, withKeys, withoutChange } from './change-keys.ts';
import {
  type ChangedKeys,
  combinationOf,
  keyMapOf,
  NO_CHANGED_KEYS,
  readChangedKeys,
  writtenKeys,
} from './changed-keys.ts';
import { chartCommand, INITIAL_KEYS, keysOf } from './chart-keys.ts';

const ids = Object.keys(INITIAL_KEYS);
/** Letters whose combinations belong neither to the page nor to browsers. */
const combinations = [...'ACFGHIJKLMOPQRSUVWXYZ'].flatMap((letter) => [
  `Alt+Key${letter}`,
  `Alt+Shift+Key${letter}`,
  `Key${letter}`,
]);
combinations.push('Ctrl+Shift+KeyF', 'Ctrl+Alt+KeyG');
const steps = fc.array(
  fc.oneof(
    fc.record({ id: fc.constantFrom(...ids), combination: fc.constantFrom(...combinations) }),
    fc.record({ id: fc.constantFrom(...ids) }),
    fc.constant('all' as const),
  ),
);

function changedBy(all: StepsOf<typeof steps>, before: ChangedKeys = NO_CHANGED_KEYS) {
  let changed = before;
  for (const step of all) {
    if (step === 'all') changed = NO_CHANGED_KEYS;
    else if ('combination' in step) changed = withKeys(INITIAL_KEYS, changed, step);
    else changed = withoutChange(INITIAL_KEYS, changed, step.id);
  }
  return changed;
}
type StepsOf<A> = A extends fc.Arbitrary<infer Steps> ? Steps : never;

const press = (changes: object) => ({
  key: '',
  code: '',
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  ...changes,
});

describe('changed keys', () => {
  it('never give two commands one combination, whatever is changed, swapped and reset', () => {
    fc.assert(
      fc.property(steps, (all) => {
        let changed = NO_CHANGED_KEYS;
        for (const step of all) {
          changed = changedBy([step], changed);
          const keys = keyMapOf(INITIAL_KEYS, changed);
          expect(Object.keys(keys).sort()).toEqual([...ids].sort());
          expect(new Set(Object.values(keys)).size).toBe(ids.length);
          expect(readChangedKeys(INITIAL_KEYS, JSON.parse(JSON.stringify(changed)))).toEqual(
            changed,
          );
        }
      }),
    );
  });

  it('start with a command for each combination', () => {
    const initial = Object.values(INITIAL_KEYS);
    expect(initial).toEqual(expect.arrayContaining(['Alt+PageUp', 'Alt+PageDown', 'Alt+KeyT']));
    expect(new Set(initial).size).toBe(initial.length);
  });

  it('are none where the stored ones are garbage or collide', () => {
    fc.assert(
      fc.property(fc.anything(), (stored) => {
        const keys = keyMapOf(INITIAL_KEYS, readChangedKeys(INITIAL_KEYS, stored));
        expect(new Set(Object.values(keys)).size).toBe(ids.length);
      }),
    );
    const reset = INITIAL_KEYS.reset ?? '';
    expect(readChangedKeys(INITIAL_KEYS, { picture: reset })).toEqual({});
    expect(readChangedKeys(INITIAL_KEYS, { reset: 'Alt+KeyD', nothing: 'Alt+KeyQ' })).toEqual({});
    expect(readChangedKeys(INITIAL_KEYS, { reset: 'Ctrl+KeyQ' })).toEqual({});
  });

  it('of a device and its account never collide, and keep what the account has', () => {
    fc.assert(
      fc.property(steps, steps, steps, (first, second, third) => {
        const account = changedBy(first);
        const device = changedBy(second);
        const joined = joinedKeys(INITIAL_KEYS, { account, device });
        expect(joined).toMatchObject(account);
        const other = changedBy(third, account);
        const merged = mergedKeys(INITIAL_KEYS, {
          account: other,
          known: account,
          device: account,
        });
        expect(merged).toEqual(other);
        for (const keys of [joined, mergedKeys(INITIAL_KEYS, { account, known: other, device })]) {
          expect(new Set(Object.values(keyMapOf(INITIAL_KEYS, keys))).size).toBe(ids.length);
        }
        expect(mergedKeys(INITIAL_KEYS, { account, known: account, device })).toEqual(device);
      }),
    );
  });

  it('a reset of one command takes its key back from the command that has it', () => {
    const moved = withKeys(INITIAL_KEYS, {}, { id: 'reset', combination: 'Alt+KeyQ' });
    const taken = withKeys(INITIAL_KEYS, moved, { id: 'picture', combination: 'Alt+KeyR' });
    expect(withoutChange(INITIAL_KEYS, taken, 'reset')).toEqual({ picture: 'Alt+KeyQ' });
  });

  it('run their commands and are written in menus, and the former key is free', () => {
    const changed = withKeys(INITIAL_KEYS, {}, { id: 'reset', combination: 'Alt+Shift+KeyQ' });
    const idle = { typed: '', hasSingleKeys: true, changed };
    const pressed = press({ key: 'q', code: 'KeyQ', altKey: true, shiftKey: true });
    expect(chartCommand(pressed, idle)).toEqual({ kind: 'reset' });
    expect(chartCommand(press({ key: 'r', code: 'KeyR', altKey: true }), idle)).toBeNull();
    expect(keysOf({ kind: 'reset' }, true, changed)).toBe('Alt+Shift+Q');
    const swapped = withKeys(INITIAL_KEYS, {}, { id: 'tool:trendLine', combination: 'Alt+KeyR' });
    expect(keysOf({ kind: 'tool', tool: 'trendLine' }, true, swapped)).toBe('Alt+R');
    expect(keysOf({ kind: 'reset' }, true, swapped)).toBe('Alt+T');
  });

  it('run with Ctrl or Command, and by a letter alone while single keys are on', () => {
    let changed = withKeys(INITIAL_KEYS, {}, { id: 'reset', combination: 'Ctrl+Shift+KeyF' });
    changed = withKeys(INITIAL_KEYS, changed, { id: 'picture', combination: 'KeyQ' });
    const idle = { typed: '', hasSingleKeys: true, changed };
    for (const held of ['ctrlKey', 'metaKey']) {
      const pressed = press({ key: 'F', code: 'KeyF', shiftKey: true, [held]: true });
      expect(whyRefused(pressed)).toBeNull();
      expect(chartCommand(pressed, idle)).toEqual({ kind: 'reset' });
    }
    // The written letter counts, wherever its key is.
    const q = press({ key: 'q', code: 'KeyA' });
    expect(chartCommand(q, idle)).toEqual({ kind: 'picture' });
    expect(chartCommand(q, { ...idle, hasSingleKeys: false })).toBeNull();
    expect(keysOf({ kind: 'picture' }, false, changed)).toBeUndefined();
    expect(chartCommand(press({ key: 'a', code: 'KeyQ' }), idle)).toMatchObject({ kind: 'open' });
    expect(chartCommand(press({ key: 'z', code: 'KeyY', ctrlKey: true }), idle)).toEqual({
      kind: 'undo',
    });
  });

  it.each([
    [{ key: 'g', code: 'KeyG', ctrlKey: true }, /Ctrl/],
    [{ key: 'z', code: 'KeyZ', metaKey: true }, /Command/],
    [{ key: 'd', code: 'KeyD', altKey: true }, /address bar/],
    [{ key: 'n', code: 'KeyN', altKey: true }, /market news/],
    [{ key: '1', code: 'Digit1', altKey: true }, /tabs/],
    [{ key: 'ä', code: 'Quote' }, /A to Z/],
    [{ key: '5', code: 'Digit5' }, /interval/],
    [{ key: 'F5', code: 'F5' }, /Function keys/],
    [{ key: 'Home', code: 'Home' }, /Press a letter/],
  ])('refuse %j with a reason', (keys, reason) => {
    expect(whyRefused(press(keys))).toMatch(reason);
  });

  it('accept Alt and a letter by physical key, whatever it writes', () => {
    const pressed = press({ key: '©', code: 'KeyG', altKey: true });
    expect(whyRefused(pressed)).toBeNull();
    expect(writtenKeys(combinationOf(pressed))).toBe('Alt+G');
  });
});
