import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { START_ENVIRONMENT } from '../../start-environment.ts';
import { SHORT_LIVED } from '../../testing/start-program.ts';

export type CliResult = { code: number | null; out: string; err: string };

export type Command =
  | 'import'
  | 'export'
  | 'check-audit'
  | 'create-admin'
  | 'backup'
  | 'restore'
  | 'migrate';

/** Starts a command of this folder as an operator does. */
export function startCli(
  command: Command,
  args: readonly string[],
  environment: Record<string, string>,
): ChildProcessWithoutNullStreams {
  const script = fileURLToPath(new URL(`../${command}.ts`, import.meta.url));
  return spawn(process.execPath, [...SHORT_LIVED, script, ...args], {
    env: { PATH: process.env.PATH, ...START_ENVIRONMENT, ...environment },
  });
}

/** Runs a command to its end. */
export async function runCli(
  command: Command,
  args: readonly string[],
  environment: Record<string, string>,
): Promise<CliResult> {
  const child = startCli(command, args, environment);
  let out = '';
  let err = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    err += text;
  });
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, out, err })));
}
