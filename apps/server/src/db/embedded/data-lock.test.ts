import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DatabaseOpenError } from '../index.ts';
import { createDataDir } from '../testing/test-database.ts';
import { lockDataDir } from './data-lock.ts';

const LOCK_PROCESS = new URL('../testing/lock-process.ts', import.meta.url);
const OWN_NAMESPACE = ['--map-root-user', '--pid', '--fork', '--kill-child', '--mount-proc'];

let dataDir: string;

beforeEach(async () => {
  dataDir = await createDataDir();
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

/** Another process that tries to lock the folder and reports the result; in its own namespace it has the pid 1. */
async function otherProcess({ isContained = false } = {}) {
  const child = isContained
    ? spawn('unshare', [...OWN_NAMESPACE, process.execPath, fileURLToPath(LOCK_PROCESS), dataDir], {
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      })
    : fork(LOCK_PROCESS, [dataDir]);
  const [answer] = await once(child, 'message');
  const end = async () => {
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  };
  return { answer: String(answer), pid: child.pid ?? 0, end };
}

test('a folder in use is refused, naming the process that uses it', async () => {
  const other = await otherProcess();
  expect(other.answer).toBe('locked');
  const message = `Another Moneytrail process (pid ${other.pid} on `;
  await expect(lockDataDir(dataDir)).rejects.toThrow(message);
  await expect(lockDataDir(dataDir)).rejects.toBeInstanceOf(DatabaseOpenError);
  await other.end();
});

test('the lock of a process that was killed is free', async () => {
  const other = await otherProcess();
  await other.end();
  await (await lockDataDir(dataDir)).release();
});

test('of many that claim a folder at once in one process, one gets it', async () => {
  const claims = await Promise.allSettled(Array.from({ length: 25 }, () => lockDataDir(dataDir)));
  expect(claims.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

// Containers are namespaces of Linux; elsewhere they run in a Linux virtual machine.
test.runIf(process.platform === 'linux')(
  'two containers with one folder never both get it, although both have the pid 1',
  async () => {
    const first = await otherProcess({ isContained: true });
    expect(first.answer).toBe('locked');
    const second = await otherProcess({ isContained: true });
    expect(second.answer).toContain('Another Moneytrail process (pid 1 on ');
    await second.end();
    await first.end();
    const third = await otherProcess({ isContained: true });
    expect(third.answer).toBe('locked');
    await third.end();
  },
);
