import { expect, onTestFinished, test } from 'vitest';
import { feedStateOf } from '../../bus/index.ts';
import { createCheckedBus } from '../../bus/testing/checked-bus.ts';
import { groupsOf } from './feed-groups.ts';
import { createTokenFence, followFeeds } from './feed-states.ts';

const SILENCE_MS = 4_000;
/** Instruments of two groups. */
const [FIRST, SECOND] = [
  { exchange: 'Bitfinex', id: 1 },
  { exchange: 'Bitfinex', id: 2 },
] as const;

function follow() {
  const clock = { nowMs: 0, monotonicMs: () => clock.nowMs };
  const bus = createCheckedBus();
  const states = followFeeds({ bus, clock, fence: createTokenFence(clock) }, SILENCE_MS);
  onTestFinished(states.close);
  const changes: string[] = [];
  states.onChange((exchange) => changes.push(exchange));
  /** Publishes the state of groups of Bitfinex; of all of them, as releases before groups do, if none is named. */
  const tell = (isOffline: boolean, groups?: readonly number[], groupToken = 1, token = 1) =>
    bus.publish(feedStateOf('Bitfinex'), {
      exchange: 'Bitfinex',
      isOffline,
      token,
      ...(groups && { groups: groups.map((group) => ({ group, groupToken })) }),
    });
  const read = () => [states.read().Bitfinex, states.isOffline(FIRST), states.isOffline(SECOND)];
  const rest = groupsOf('Bitfinex').filter((group) => group !== 1);
  return { clock, states, changes, tell, read, rest };
}

test('a feed is offline while one of its groups is; instruments of the other groups are not', () => {
  const { tell, read, rest, changes } = follow();
  tell(false, rest);
  tell(true, [1]);
  expect(read()).toEqual([true, true, false]);
  tell(true, [1]);
  tell(false, [1]);
  expect(read()).toEqual([false, false, false]);
  expect(changes).toEqual(['Bitfinex', 'Bitfinex']);
});

test('a group whose owner is silent is offline until another owner publishes', () => {
  const { clock, states, tell, read, rest } = follow();
  tell(false, [1]);
  clock.nowMs += SILENCE_MS;
  tell(false, rest, 5);
  clock.nowMs += 1;
  states.sweep();
  expect(read()).toEqual([true, true, false]);
  expect(states.read().FMP).toBe(true);
  tell(false, [1], 2);
  expect(read()).toEqual([false, false, false]);
});

test('states of a former owner of a group are dropped, whatever the tokens of other groups', () => {
  const { tell, read, rest } = follow();
  tell(false, [1], 3);
  tell(false, rest, 8);
  tell(true, [1], 2);
  expect(read()).toEqual([false, false, false]);
  tell(true, [1], 3);
  expect(read()).toEqual([true, true, false]);
});

test('an owner of the release before groups tells the state of all; the token of the feed decides', () => {
  const { tell, read, rest } = follow();
  tell(true, undefined, 0, 1);
  expect(read()).toEqual([true, true, true]);
  tell(false, [1, ...rest], 1, 2);
  tell(true, undefined, 0, 1);
  expect(read()).toEqual([false, false, false]);
  tell(true, undefined, 0, 3);
  tell(false, [1, ...rest], 9, 2);
  expect(read()).toEqual([true, true, true]);
});
