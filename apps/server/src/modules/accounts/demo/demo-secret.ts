import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const FILE = 'secret';

/**
 * The signing secret of an installation that was given none: made once and kept in the data folder, readable by its
 * owner alone, so that a restart signs nobody out.
 */
export async function demoSecret(dataDir: string): Promise<string> {
  const path = join(dataDir, FILE);
  await mkdir(dataDir, { recursive: true });
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
