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

/** Files that were copied, by their paths in the folder, each with what it was then. */
export type CopiedFiles = Map<string, string>;

/** A file that changed so shortly before may change again within the same tick of its clock. */
const SETTLED_NS = 2_000_000_000n;
const NS_OF_MS = 1_000_000n;

const stampOf = ({ ino, size, mtimeNs }: BigIntStats) => `${ino} ${size} ${mtimeNs}`;

function isGone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

/** Copies a folder that is in use. What changes meanwhile may be copied half: `finishCopy` copies it again. */
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

/** Makes a copy what the folder is now; nobody may write to it before this returns. */
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
