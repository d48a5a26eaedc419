import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { followProcessorTime, lostBetween, type ProcessTime } from './processor-time.mjs';

const RUNNER: ProcessTime = { key: '1 10', parent: 0, own: 5, ended: 2 };
const PAGE: ProcessTime = { key: '2 20', parent: 1, own: 3, ended: 0 };

test.each<[string, [number, ProcessTime][], number]>([
  [
    'of processes that go on is not lost',
    [
      [1, RUNNER],
      [2, { ...PAGE, own: 4 }],
    ],
    0,
  ],
  ['of a process whose parent waited for it is not lost', [[1, { ...RUNNER, ended: 5 }]], 0],
  ['of a process that nobody waited for is lost', [[1, RUNNER]], 3],
  ['is lost also while its parent works on', [[1, { ...RUNNER, own: 9 }]], 3],
  [
    'is lost where another process has its number',
    [
      [1, RUNNER],
      [2, { ...PAGE, key: '2 30', own: 0 }],
    ],
    3,
  ],
])('processor time %s', (_name, after, lost) => {
  const before = new Map([
    [1, RUNNER],
    [2, PAGE],
  ]);
  expect(lostBetween(before, new Map(after))).toBe(lost);
});

test('no processor time is lost if a whole branch ends and each process was waited for', () => {
  const before = new Map([
    [1, RUNNER],
    [2, PAGE],
    [3, { key: '3 30', parent: 2, own: 8, ended: 0 }],
  ]);
  expect(lostBetween(before, new Map([[1, { ...RUNNER, ended: 13 }]]))).toBe(0);
});

test('the time of a descendant that has ended is counted', async () => {
  const time = followProcessorTime();
  const before = time.read();
  const burn = 'while (process.cpuUsage().user < 5e5);';
  await once(spawn(process.execPath, ['-e', burn]), 'exit');
  const after = time.read();
  // Other systems report nothing, and the report shows a dash.
  if (process.platform === 'linux') expect(Number(after) - Number(before)).toBeGreaterThan(0.4);
  else expect(after).toBeNull();
});
