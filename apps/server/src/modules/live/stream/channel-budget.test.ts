import { expect, onTestFinished, test } from 'vitest';
import { createCheckedBus } from '../../../bus/testing/checked-bus.ts';
import { type ChannelLimits, createChannelBudget, STREAM_COSTS } from './channel-budget.ts';

const { message, channel, newChannel, connection } = STREAM_COSTS;

/** Processes on one bus, with a clock that the test moves. */
function start(count = 1, limits?: ChannelLimits) {
  const bus = createCheckedBus();
  const time = { nowMs: 0 };
  const clock = { monotonicMs: () => time.nowMs };
  const processes = Array.from({ length: count }, (_, index) =>
    createChannelBudget({ bus, clock, processId: `process ${index}` }, limits),
  );
  onTestFinished(() => {
    for (const { close } of processes) close();
  });
  const [first, second] = processes;
  if (!first) throw new Error('there is no process');
  return { time, first, second: second ?? first };
}

test('a caller spends what is there, is told how long to wait, and has it back evenly', () => {
  const { time, first } = start(1, { atOnce: 10, aSecond: 2 });
  expect(first.spend('ana', 10)).toBe(0);
  expect(first.spend('ana', 1)).toBe(500);
  expect(first.spend('ben', 10)).toBe(0);
  time.nowMs += 500;
  expect(first.spend('ana', 1)).toBe(0);
  expect(first.spend('ana', 1)).toBe(500);
  time.nowMs += 60_000;
  expect(first.spend('ana', 11)).toBe(500);
  expect(first.spend('ana', 10)).toBe(0);
});

test('twenty streams that change 32 channels five times a second are stopped within a second', () => {
  const { time, first } = start();
  const round = 20 * (message + 32 * channel);
  let isStopped = false;
  for (; !isStopped && time.nowMs < 1_000; time.nowMs += 100) {
    isStopped = first.spend('ana', round) > 0;
  }
  expect(isStopped).toBe(true);
});

test('a person with six tabs who changes symbols with a held key, and reconnects, never meets the limit', () => {
  const { time, first } = start();
  const spend = (units: number) => expect(first.spend('ana', units)).toBe(0);
  const reconnect = () => {
    for (let tab = 0; tab < 6; tab += 1) spend(connection + message + 4 * (channel + newChannel));
  };
  reconnect();
  // The page sends at most four changes a second, each as two messages; a hundred rows are new once.
  for (let change = 0; change < 600; change += 1) {
    spend(2 * (message + channel) + (change < 100 ? newChannel : 0));
    time.nowMs += 250;
  }
  reconnect();
  reconnect();
});

test('two processes share the budget of a caller, but for the batch that is not told yet', () => {
  const { first, second } = start(2, { atOnce: 1_000, aSecond: 20 });
  let spent = 0;
  while (first.spend('ana', 33) === 0 && second.spend('ana', 33) === 0) spent += 66;
  expect(spent).toBeGreaterThanOrEqual(900);
  expect(spent).toBeLessThanOrEqual(1_200);
  expect(first.spend('ana', 200)).toBeGreaterThan(0);
  expect(second.spend('ana', 200)).toBeGreaterThan(0);
  expect(second.spend('ben', 33)).toBe(0);
});
