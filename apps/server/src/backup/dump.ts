import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { BackupError, type Manifest } from './manifest.ts';
import { runTool } from './postgres-tools.ts';

type Dump = NonNullable<Manifest['dump']>;

/** Size and hash of a dump, by which damage is noticed. */
export async function describeDump(path: string): Promise<Dump> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(path)) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** Throws a `BackupError` where a dump is not what was written, or cannot be read by the programs that are installed. */
export async function assertDumpWhole(path: string, expected: Dump | undefined): Promise<void> {
  const found = await describeDump(path);
  if (expected && (found.bytes !== expected.bytes || found.sha256 !== expected.sha256)) {
    throw new BackupError(
      `${path} is damaged: ${found.bytes} bytes where ${expected.bytes} were written, or others than those. Nothing was changed.`,
    );
  }
  await runTool('pg_restore', ['--list', path]);
  await runTool('psql', ['--version']);
}
