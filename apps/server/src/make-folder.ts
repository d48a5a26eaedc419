import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ConfigError } from './config-error.ts';

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/**
 * Makes a folder and those above it. Throws a `ConfigError` that names the folder. Not `mkdir` with `recursive`: where a
 * file system refuses new folders as if they had no parent, for example in `/proc`, that never ends.
 */
export async function makeFolder(path: string): Promise<void> {
  const lacking: string[] = [];
  for (let at = path; !(await exists(at)) && dirname(at) !== at; at = dirname(at)) {
    lacking.unshift(at);
  }
  try {
    for (const each of lacking) {
      await mkdir(each).catch((error: unknown) => {
        // Another process may have made it meanwhile.
        const isMade = error instanceof Error && 'code' in error && error.code === 'EEXIST';
        if (!isMade) throw error;
      });
    }
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    throw new ConfigError(`The folder ${path} cannot be made: ${cause}`, { cause: error });
  }
}
