import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export type CliResult = { code: number | null; out: string; err: string };

/** Runs a command of this folder as an operator does. */
export async function runCli(
  command: 'import' | 'export' | 'check-audit',
  args: readonly string[],
  environment: Record<string, string>,
): Promise<CliResult> {
  const script = fileURLToPath(new URL(`../${command}.ts`, import.meta.url));
  const child = spawn(process.execPath, [script, ...args], {
    env: { PATH: process.env.PATH, ...environment },
  });
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
