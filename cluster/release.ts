import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** The folder of the code that runs this. */
export const OWN_RELEASE = resolve(import.meta.dirname, '..');

/** The product of another commit in a folder of its own. */
export type Release = { folder: string; commit: string; remove: () => void };

/**
 * Takes a commit out of the repository, installs its packages and builds its pages; a minute or two. Throws if the commit
 * is unknown, or if one of these steps fails.
 */
export function buildRelease(name: string): Release {
  const git = (...args: string[]) => execFileSync('git', ['-C', OWN_RELEASE, ...args]);
  const commit = String(git('rev-parse', '--short', `${name}^{commit}`)).trim();
  const parent = mkdtempSync(join(tmpdir(), 'moneytrail-release-'));
  const folder = join(parent, commit);
  const remove = () => rmSync(parent, { recursive: true, force: true });
  try {
    mkdirSync(folder);
    const archive = join(parent, 'release.tar');
    git('archive', '--output', archive, commit);
    execFileSync('tar', ['-xf', archive, '-C', folder]);
    const npm = (...args: string[]) =>
      execFileSync('npm', args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
    npm('ci', '--include=dev', '--prefer-offline', '--no-audit');
    npm('run', 'build');
    return { folder, commit, remove };
  } catch (error) {
    remove();
    throw error;
  }
}
