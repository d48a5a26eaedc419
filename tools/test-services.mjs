import { execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { aptInstall } from './apt-install.mjs';

const HOST = '127.0.0.1';
const POSTGRES_PORT = 5432;
const NATS_PORT = 4222;
const TRIES = 120;
const RETRY_MS = 250;
const DEBIAN_POSTGRES = '/usr/lib/postgresql';
/** Linux's in-memory folder. */
const MEMORY = '/dev/shm';
const MEMORY_NEEDED_BYTES = 6 * 1024 ** 3;

function isReached(port) {
  return new Promise((done) => {
    const socket = connect({ host: HOST, port });
    socket.once('connect', () => done(true) || socket.destroy());
    socket.once('error', () => done(false));
  });
}

function freePort() {
  return new Promise((done) => {
    const server = createServer().listen(0, HOST, () => {
      const { port } = server.address();
      server.close(() => done(port));
    });
  });
}

/** Folders to search for programs; Debian keeps PostgreSQL's own outside the path, by version. */
function folders() {
  const versions = existsSync(DEBIAN_POSTGRES) ? readdirSync(DEBIAN_POSTGRES) : [];
  const newestFirst = versions.sort((a, b) => Number(b) - Number(a));
  return [
    ...newestFirst.map((version) => join(DEBIAN_POSTGRES, version, 'bin')),
    ...(process.env.PATH ?? '').split(delimiter),
    '/usr/sbin',
  ];
}

/** The folder of test databases: in memory if there is room, because hundreds are created and dropped. */
function quickFolder() {
  if (!existsSync(MEMORY)) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize >= MEMORY_NEEDED_BYTES ? MEMORY : tmpdir();
}

function findProgram(name) {
  return folders()
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path));
}

/** The path of a program, installed now if possible; throws with installation instructions. */
function programOf(name, debianPackage, variable) {
  const find = () => findProgram(name);
  const found = find() ?? (aptInstall(debianPackage, 'the tests') ? find() : undefined);
  if (found) return found;
  throw new Error(
    `The tests need ${name}. Install it (Debian: apt-get install ${debianPackage}), or name a running one in ${variable}.`,
  );
}

/** PostgreSQL refuses to run as root, so it runs as the user of its package. */
function postgresUser() {
  if (process.getuid?.() !== 0) return {};
  const idOf = (option) => Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
}

async function startProgram(path, args, port, options = {}) {
  const child = spawn(path, args, { stdio: 'ignore', ...options });
  const ended = new Promise((done) => child.once('close', done));
  for (let tries = 0; !(await isReached(port)); tries++) {
    if (tries === TRIES || child.exitCode !== null) throw new Error(`${path} did not start`);
    await setTimeout(RETRY_MS);
  }
  return async () => {
    child.kill('SIGINT');
    await ended;
  };
}

async function startPostgres(folder) {
  const postgres = programOf('postgres', 'postgresql', 'TEST_DATABASE_URL');
  const initdb = programOf('initdb', 'postgresql', 'TEST_DATABASE_URL');
  const user = postgresUser();
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const making = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync'];
  execFileSync(initdb, making, { stdio: ['ignore', 'ignore', 'inherit'], cwd: folder, ...user });
  const port = await freePort();
  const settings = [
    `listen_addresses=${HOST}`,
    `unix_socket_directories=${folder}`,
    // Durability is not needed: test data may be lost.
    'fsync=off',
    'full_page_writes=off',
    'max_wal_size=256MB',
  ];
  const args = ['-D', data, '-p', String(port), ...settings.flatMap((each) => ['-c', each])];
  const stop = await startProgram(postgres, args, port, { cwd: folder, ...user });
  return {
    environment: { TEST_DATABASE_URL: `postgres://postgres@${HOST}:${port}/postgres` },
    stop,
  };
}

async function startNats() {
  const nats = programOf('nats-server', 'nats-server', 'TEST_NATS_URL');
  const port = await freePort();
  const stop = await startProgram(nats, ['-a', HOST, '-p', String(port)], port);
  return { environment: { TEST_NATS_URL: `nats://${HOST}:${port}` }, stop };
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
