import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createNats, createPostgres, findProgram, isReached } from '../cluster/programs.ts';

const POSTGRES_PORT = 5432;
const NATS_PORT = 4222;
/** Linux's in-memory folder. */
const MEMORY = '/dev/shm';
const MEMORY_NEEDED_BYTES = 6 * 1024 ** 3;

/** The folder of test databases: in memory if there is room, because hundreds are created and dropped. */
function quickFolder() {
  if (!existsSync(MEMORY)) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize >= MEMORY_NEEDED_BYTES ? MEMORY : tmpdir();
}

async function startPostgres(folder) {
  // Test data may be lost.
  const postgres = await createPostgres(folder, { isDurable: false });
  await postgres.start();
  return { environment: { TEST_DATABASE_URL: postgres.url }, stop: () => postgres.end() };
}

async function startNats() {
  const nats = await createNats();
  await nats.start();
  return { environment: { TEST_NATS_URL: nats.url }, stop: () => nats.end() };
}

/** True if the tests use an existing PostgreSQL: the named one, or a running one if none is installed here. */
async function hasPostgres() {
  if (process.env.TEST_DATABASE_URL) return true;
  return findProgram('postgres') === undefined && (await isReached(POSTGRES_PORT));
}

/**
 * Starts PostgreSQL, NATS and a temporary folder for the tests. PostgreSQL is the one in TEST_DATABASE_URL, otherwise
 * our own, which creates and drops databases many times faster than a durable one. NATS is the one in TEST_NATS_URL or
 * on this machine, otherwise our own. Throws with installation instructions: tests that need them are never skipped.
 * `environment` holds the addresses for the tests; `stop` ends the services that were started.
 */
export async function startTestServices() {
  const folder = mkdtempSync(join(quickFolder(), 'moneytrail-services-'));
  const temporary = mkdtempSync(join(quickFolder(), 'moneytrail-temporary-'));
  const hasNats = process.env.TEST_NATS_URL || (await isReached(NATS_PORT));
  const started = [{ environment: { TMPDIR: temporary } }];
  // Also after an abort: the memory would be lost until the next restart of the machine.
  process.once('exit', () => {
    for (const each of [folder, temporary]) rmSync(each, { recursive: true, force: true });
  });
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
  const stop = async () => {
    for (const service of started) await service.stop?.();
  };
  try {
    if (!(await hasPostgres())) started.push(await startPostgres(folder));
    if (!hasNats) started.push(await startNats());
  } catch (error) {
    await stop();
    throw error;
  }
  return { environment: Object.assign({}, ...started.map((each) => each.environment)), stop };
}
