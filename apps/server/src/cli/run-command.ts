import { ConfigError } from '../config.ts';
import { DatabaseOpenError } from '../db/index.ts';
import { EXIT, UsageError } from './exit.ts';

/** Runs a command and ends the process with its code; failures a person can act on are told in words. */
export async function runCommand(help: string, command: () => Promise<number>): Promise<void> {
  if (process.argv.includes('--help') || process.argv.includes('-h')) {
    console.log(help);
    return;
  }
  try {
    process.exitCode = await command();
  } catch (error) {
    const isUsage = error instanceof UsageError || isParseArgsError(error);
    if (isUsage) {
      console.error(`${error instanceof Error ? error.message : error}\nSee --help.`);
    } else if (error instanceof DatabaseOpenError || error instanceof ConfigError) {
      console.error(error.message);
    } else if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
      console.error(error.message);
    } else {
      console.error(error);
    }
    process.exitCode = isUsage ? EXIT.usage : EXIT.refused;
  }
}

function isParseArgsError(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
  );
}
