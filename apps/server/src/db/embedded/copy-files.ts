import {
  type BigIntStats,
  constants,
  copyFileSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import { copyFile, mkdir, readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Copied files by their paths in the folder, with a stamp of their state at the copy. */
export type CopiedFiles = Map<string, string>;

/** A file changed this recently may change again within the same tick of the file system's clock. */
const SETTLED_NS = 2_000_000_000n;
const NS_OF_MS = 1_000_000n;

const stampOf = ({ ino, size, mtimeNs }: BigIntStats) => `${ino} ${size} ${mtimeNs}`;

function isGone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

/** Copies a folder in use. Files that change meanwhile may be copied inconsistently: `finishCopy` copies them again. */
export async function copyInUse(from: string, to: string): Promise<CopiedFiles> {
  const copied: CopiedFiles = new Map();
  await mkdir(to, { mode: 0o700 });
  for (const path of await readdir(from, { recursive: true })) {
    try {
      const found = await stat(join(from, path), { bigint: true });
      if (found.isDirectory()) await mkdir(join(to, path), { recursive: true });
      if (!found.isFile()) continue;
      await mkdir(dirname(join(to, path)), { recursive: true });
      await copyFile(join(from, path), join(to, path), constants.COPYFILE_FICLONE);
      const isSettled = found.mtimeNs < BigInt(Date.now()) * NS_OF_MS - SETTLED_NS;
      copied.set(path, isSettled ? stampOf(found) : '');
    } catch (error) {
      if (!isGone(error)) throw error;
    }
  }
  return copied;
}

/** Completes a copy synchronously; the folder must not be written to before this returns. */
export function finishCopy(from: string, to: string, copied: CopiedFiles): void {
  const paths = readdirSync(from, { recursive: true, encoding: 'utf8' });
  for (const path of paths) {
    const found = statSync(join(from, path), { bigint: true });
    if (found.isDirectory()) mkdirSync(join(to, path), { recursive: true });
    if (!found.isFile() || copied.get(path) === stampOf(found)) continue;
    copyFileSync(join(from, path), join(to, path), constants.COPYFILE_FICLONE);
  }
  const present = new Set(paths);
  for (const path of copied.keys()) {
    if (!present.has(path)) rmSync(join(to, path), { force: true });
  }
}
