import type { Resolution } from '@moneytrail/calendar';
import { expect, it } from 'vitest';
import { chooseResolution } from './use-shown-resolution.ts';

const ALL: readonly Resolution[] = ['1', '60', '240', '1D'];
const WITHOUT_4H: readonly Resolution[] = ['1', '60', '1D'];

/** A person at the address bar: every choice is followed until the address stands still. */
function browse(address: Resolution) {
  let passedOver: Resolution | null = null;
  let offered: readonly Resolution[] | undefined = ALL;
  const settle = () => {
    const seen: Resolution[] = [];
    for (;;) {
      const choice = chooseResolution(address, passedOver, offered);
      passedOver = choice.passedOver;
      if (choice.shown !== seen.at(-1)) seen.push(choice.shown);
      if (choice.shown === address) return { seen, address, passedOver };
      // The address follows later than the state.
      const again = chooseResolution(address, passedOver, offered);
      if (again.shown !== choice.shown) seen.push(again.shown);
      address = choice.shown;
    }
  };
  return {
    open: (next: readonly Resolution[] | undefined) => {
      offered = next;
      return settle();
    },
    choose: (next: Resolution) => {
      passedOver = null;
      address = next;
      return settle();
    },
  };
}

it('shows daily bars of an instrument without the interval, in the address too', () => {
  const shown = browse('240').open(WITHOUT_4H);
  expect(shown).toEqual({ seen: ['1D'], address: '1D', passedOver: '240' });
});

it('returns to the interval with the next instrument that has it, and opens no other one first', () => {
  const person = browse('240');
  person.open(WITHOUT_4H);
  person.open(WITHOUT_4H);
  expect(person.open(ALL)).toEqual({ seen: ['240'], address: '240', passedOver: null });
  expect(person.choose('1D')).toMatchObject({ seen: ['1D'], passedOver: null });
});

it('forgets the interval once another one is chosen', () => {
  const person = browse('240');
  person.open(WITHOUT_4H);
  person.choose('60');
  person.choose('1D');
  expect(person.open(ALL)).toMatchObject({ address: '1D', passedOver: null });
});

it('remembers the interval while the next instrument is being read', () => {
  const person = browse('240');
  person.open(WITHOUT_4H);
  expect(person.open(undefined)).toMatchObject({ address: '1D', passedOver: '240' });
  expect(person.open(ALL)).toMatchObject({ address: '240' });
});
