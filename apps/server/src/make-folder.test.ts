import { rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ConfigError } from './config-error.ts';
import { createDataDir } from './db/testing/test-database.ts';
import { makeFolder } from './make-folder.ts';

let folder: string;
beforeEach(async () => {
  folder = await createDataDir();
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('a folder is made with those above it, and made again without an error', async () => {
  const path = join(folder, 'a', 'b', 'c');
  await Promise.all([makeFolder(path), makeFolder(path)]);
  await makeFolder(path);
  expect((await stat(path)).isDirectory()).toBe(true);
});

test('a folder below a file is refused by its name', async () => {
  const file = join(folder, 'file');
  await writeFile(file, '');
  await expect(makeFolder(join(file, 'x'))).rejects.toThrow(ConfigError);
  await expect(makeFolder(join(file, 'x'))).rejects.toThrow(`The folder ${file}/x cannot be made`);
});

test.runIf(process.platform === 'linux')(
  'a folder where the system makes none is refused instead of tried for ever',
  async () => {
    await expect(makeFolder('/proc/nothing/data')).rejects.toThrow(
      'The folder /proc/nothing/data cannot be made',
    );
  },
);
