import { vi } from 'vitest';
import type { CliResult, Command } from './run-cli.ts';

let runs = 0;

/**
 * Runs a command to its end as `runCli` does, but in this process, which saves the seconds of loading its modules. The
 * command has its own script, arguments, environment and output.
 */
export async function runHere(
  command: Command,
  args: readonly string[],
  environment: Record<string, string>,
): Promise<CliResult> {
  const { argv, env, exitCode } = process;
  let out = '';
  let err = '';
  const spies = [
    vi.spyOn(console, 'log').mockImplementation((...texts) => {
      out += `${texts.join(' ')}\n`;
    }),
    vi.spyOn(console, 'error').mockImplementation((...texts) => {
      err += `${texts.join(' ')}\n`;
    }),
    vi.spyOn(process.stdout, 'write').mockImplementation((chunk, ...more) => {
      out += chunk;
      const written = more.at(-1);
      if (typeof written === 'function') written();
      return true;
    }),
  ];
  const script = new URL(`../${command}.ts`, import.meta.url).pathname;
  process.argv = [process.execPath, script, ...args];
  process.env = { PATH: env.PATH, ...environment };
  process.exitCode = undefined;
  try {
    // The number makes it a script that has not run yet.
    await import(/* @vite-ignore */ `${script}?run=${++runs}`);
    return { code: process.exitCode ?? 0, out, err };
  } finally {
    Object.assign(process, { argv, env, exitCode });
    for (const spy of spies) spy.mockRestore();
  }
}
