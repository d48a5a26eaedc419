import { AppError } from '@moneytrail/contract';
import { ConfigError } from '../config-error.ts';
import { DatabaseOpenError } from '../db/index.ts';

/** Exit codes of all commands. */
export const EXIT = {
  done: 0,
  /** Nothing was changed: bad lines, or the database cannot be used. */
  refused: 1,
  /** The command was not understood. */
  usage: 2,
} as const;

/** A command was called incorrectly; its message is shown with a hint to `--help`. */
export class UsageError extends Error {}

/** Runs a command and sets the exit code; failures that a user can act on are shown without a stack. */
export async function runCommand(
  help: string,
  command: () => Promise<number>,
  isOwn: (error: unknown) => error is Error = (error): error is Error => false,
): Promise<void> {
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
    } else console.error(isExpected(error) || isOwn(error) ? error.message : error);
    process.exitCode = isUsage ? EXIT.usage : EXIT.refused;
  }
}

/** Failures that a user can act on. */
function isExpected(error: unknown): error is Error {
  if (error instanceof AppError || error instanceof ConfigError) return true;
  if (error instanceof DatabaseOpenError) return true;
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

function isParseArgsError(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
  );
}
