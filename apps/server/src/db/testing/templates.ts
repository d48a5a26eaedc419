import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { openDatabase } from '../index.ts';
import { addressOf, run, silentLog } from './test-server.ts';

/** The variable with the folder shared by the test files of one run. */
const FOLDER = 'MONEYTRAIL_TEST_FOLDER';
const RETRY_MS = 100;
const TRIES = 1_800;

/** Creates something once per run, by the test file that needs it first; the others wait. */
async function makeOnce(path: string, make: () => Promise<void>): Promise<void> {
  const begun = `${path}.begun`;
  for (let tries = 0; tries < TRIES; tries++) {
    if (existsSync(`${path}.done`)) return;
    if (mkdirSync(begun, { recursive: true }) === undefined) {
      await setTimeout(RETRY_MS);
      continue;
    }
    try {
      await make();
      writeFileSync(`${path}.done`, '');
    } catch (error) {
      rmSync(begun, { recursive: true });
      throw error;
    }
  }
  throw new Error(`${path} was not made in time by another test file`);
}

const databaseOf = (folder: string) => basename(folder).replaceAll(/\W/g, '_').toLowerCase();

/** A migrated embedded database to copy; null outside a run; then each test creates its own. */
export async function embeddedTemplate(): Promise<string | null> {
  const folder = process.env[FOLDER];
  if (!folder) return null;
  const dataDir = join(folder, 'embedded');
  await makeOnce(dataDir, async () => {
    const { close } = await openDatabase({ databaseUrl: null, dataDir, log: silentLog });
    await close();
  });
  return join(dataDir, 'database');
}

/** The name of a migrated database on PostgreSQL to copy; null outside of a run. */
export async function postgresTemplate(): Promise<string | null> {
  const folder = process.env[FOLDER];
  if (!folder) return null;
  const name = databaseOf(folder);
  await makeOnce(join(folder, 'postgres'), async () => {
    // A failed attempt may have left a part.
    await run(`drop database if exists ${name} with (force)`);
    await run(`create database ${name}`);
    const databaseUrl = addressOf(name);
    const { close } = await openDatabase({ databaseUrl, dataDir: folder, log: silentLog });
    await close();
  });
  return name;
}

/** Shares slow-to-create databases among the test files of a run; returns the clean-up. */
export default async function shareTemplates(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'moneytrail-tests-'));
  process.env[FOLDER] = folder;
  return async () => {
    const hasPostgres = existsSync(join(folder, 'postgres.begun'));
    if (hasPostgres) await run(`drop database if exists ${databaseOf(folder)} with (force)`);
    await rm(folder, { recursive: true, force: true });
  };
}
