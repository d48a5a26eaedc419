import { randomBytes } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../../../make-folder.ts';

const FILE = 'secret';

/**
 * The signing secret of an installation without a configured one: generated once and kept in the data folder, readable
 * by its owner alone, so that sessions survive a restart.
 */
export async function demoSecret(dataDir: string): Promise<string> {
  const path = join(dataDir, FILE);
  await makeFolder(dataDir);
  try {
    const file = await open(path, 'wx', 0o600);
    const secret = randomBytes(48).toString('base64url');
    await file.writeFile(secret);
    await file.close();
    return secret;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') {
      return readFile(path, 'utf8');
    }
    throw error;
  }
}
