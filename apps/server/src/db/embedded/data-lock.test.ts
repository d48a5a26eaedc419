import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DatabaseOpenError } from '../index.ts';
import { createDataDir } from '../testing/test-database.ts';
import { lockDataDir } from './data-lock.ts';

let dataDir: string;

beforeEach(async () => {
  dataDir = await createDataDir();
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

/** Another process that tries to lock the folder and tells how that went. */
async function otherProcess(): Promise<{ answer: string; pid: number; end: () => Promise<void> }> {
  const child = fork(new URL('../testing/lock-process.ts', import.meta.url), [dataDir]);
  const [answer] = await once(child, 'message');
  const end = async () => {
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  return { answer: String(answer), pid: child.pid ?? 0, end };
}

test('a folder in use is refused, naming the process that uses it', async () => {
  const other = await otherProcess();
  expect(other.answer).toBe('locked');
  const message = `Another Moneytrail process (pid ${other.pid}) uses ${dataDir}`;
  await expect(lockDataDir(dataDir)).rejects.toThrow(message);
  await other.end();
});

test('the lock of a process that was killed is taken over', async () => {
  const other = await otherProcess();
  await other.end();
  const lock = await lockDataDir(dataDir);
  expect(await readFile(join(dataDir, 'moneytrail.lock'), 'utf8')).toContain(`${process.pid}`);
  await lock.release();
  expect(await readdir(dataDir)).toEqual([]);
});

test('a damaged lock file is taken over', async () => {
  await writeFile(join(dataDir, 'moneytrail.lock'), '{"pid":');
  await (await lockDataDir(dataDir)).release();
});

test('a lock whose process number was given to another program is taken over where the system tells', async () => {
  const owner = { pid: process.ppid, startedAt: '1', token: 'gone' };
  await writeFile(join(dataDir, 'moneytrail.lock'), JSON.stringify(owner));
  const claim = lockDataDir(dataDir);
  if (process.platform === 'linux') await (await claim).release();
  else await expect(claim).rejects.toThrow(`pid ${process.ppid}`);
});

test('of many that claim a folder with a dead lock at once, one gets it', async () => {
  const owner = { pid: process.pid, startedAt: null, token: 'gone' };
  await writeFile(join(dataDir, 'moneytrail.lock'), JSON.stringify(owner));
  const claims = await Promise.allSettled(Array.from({ length: 25 }, () => lockDataDir(dataDir)));
  expect(claims.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const claim of claims) {
    if (claim.status === 'rejected') expect(claim.reason).toBeInstanceOf(DatabaseOpenError);
    else await claim.value.release();
  }
});
