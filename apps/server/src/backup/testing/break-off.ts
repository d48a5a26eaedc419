import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { onTestFinished, vi } from 'vitest';

/** From now on until the test ends `psql` does its work, its commit too, and fails then. */
export async function breakOffAfterCommit(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'moneytrail-psql-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, 'psql');
  const real = process.env.PATH ?? '';
  await writeFile(
    path,
    `#!/bin/sh
PATH='${real}'
[ "$1" = --version ] && exec psql "$@"
psql "$@" && echo 'broken off after the commit' >&2
exit 1
`,
  );
  await chmod(path, 0o700);
  vi.stubEnv('PATH', [folder, real].join(delimiter));
  onTestFinished(() => void vi.unstubAllEnvs());
}
