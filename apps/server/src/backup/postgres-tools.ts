import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import { BackupError, type Manifest } from './backup-folder.ts';

type Tool = 'pg_dump' | 'pg_restore' | 'psql';
/** Pipes to open; the others are closed. */
type Ways = { input?: 'pipe'; output?: 'pipe'; password?: string };

/** A running program of PostgreSQL. */
type RunningTool = {
  child: ChildProcess;
  input: Writable | null;
  output: Readable | null;
  /** Rejects with a `BackupError` with its output if it fails, or if it is not installed. */
  done: Promise<void>;
};

/** The database argument without the password, which every user of the machine could read in the process list. */
export function addressOf(databaseUrl: string): { argument: string; password: string } {
  const url = new URL(databaseUrl);
  const password = decodeURIComponent(url.password);
  url.password = '';
  return { argument: `--dbname=${url.href}`, password };
}

export function startTool(
  tool: Tool,
  args: readonly string[],
  { input, output, password = '' }: Ways = {},
): RunningTool {
  const child = spawn(tool, args, {
    env: { ...process.env, ...(password === '' ? {} : { PGPASSWORD: password }) },
    stdio: [input ?? 'ignore', output ?? 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const done = new Promise<void>((resolve, reject) => {
    child.once('error', (cause) => {
      const message = `${tool} cannot be run. Install the client programs of PostgreSQL.`;
      reject(new BackupError(message, { cause }));
    });
    child.once('close', (code) => {
      if (code === 0) resolve();
      else reject(new BackupError(`${tool} failed: ${said.trim() || `it ended with ${code}`}`));
    });
  });
  return { child, input: child.stdin, output: child.stdout, done };
}

/** Runs a program to its end; throws a `BackupError` if it fails. */
export async function runTool(tool: Tool, args: readonly string[], ways?: Ways): Promise<void> {
  await startTool(tool, args, ways).done;
}

type Dump = NonNullable<Manifest['dump']>;

/** Size and hash of a dump, to detect damage. */
export async function describeDump(path: string): Promise<Dump> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(path)) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** Throws a `BackupError` if a dump is damaged, or cannot be read by the installed programs. */
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
