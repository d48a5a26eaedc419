import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { BackupError } from './manifest.ts';

type Tool = 'pg_dump' | 'pg_restore' | 'psql';
/** What a program reads from and writes to; nothing where it is not given. */
type Ways = { input?: 'pipe'; output?: 'pipe'; password?: string };

/** A program of PostgreSQL that runs. */
type RunningTool = {
  child: ChildProcess;
  input: Writable | null;
  output: Readable | null;
  /** Rejects with a `BackupError` where it is not installed or fails; with what it said. */
  done: Promise<void>;
};

/** How a program is told the database, without its password, which every user of the machine could read there. */
export function addressOf(databaseUrl: string): { argument: string; password: string } {
  const url = new URL(databaseUrl);
  const password = decodeURIComponent(url.password);
  url.password = '';
  return { argument: `--dbname=${url.href}`, password };
}

/** Starts a program of PostgreSQL. */
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

/** Runs a program of PostgreSQL to its end. Throws a `BackupError` as `RunningTool` says. */
export async function runTool(tool: Tool, args: readonly string[], ways?: Ways): Promise<void> {
  await startTool(tool, args, ways).done;
}
