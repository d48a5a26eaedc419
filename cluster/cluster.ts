import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Balancer, startBalancer } from './balancer.ts';
import { createNats, createPostgres, type Service } from './programs.ts';
import { type ClusterRole, createServerProcess, type ServerProcess } from './server-process.ts';
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts';

/** Processes of each role. */
export type Topology = Readonly<Record<ClusterRole, number>>;

const TOPOLOGY: Topology = { api: 2, ingest: 2, worker: 1 };

/** The product as several processes on this machine, with the services that they share. */
export type Cluster = {
  /** The address for browsers, behind the reverse proxy. */
  address: string;
  folder: string;
  servers: readonly ServerProcess[];
  database: Service;
  nats: Service;
  /** The ways of all processes to the database and to NATS, which can be broken. */
  networks: { database: TcpProxy; nats: TcpProxy };
  /** Settings that all processes share, for a process beside them. */
  environment: Readonly<Record<string, string>>;
  close: () => Promise<void>;
};

export type ClusterOptions = {
  topology?: Topology;
  /** The reverse proxy's port; a free one by default. */
  port?: number;
  /** Settings of the product for every process. */
  environment?: Readonly<Record<string, string>>;
  /** Settings of the product for one process, by its name. */
  own?: (name: string) => Readonly<Record<string, string>>;
  /** The folder of the release that every process runs at first; our own by default. */
  release?: string | undefined;
  /** An empty folder for the database's files; a temporary one by default. */
  databaseFolder?: string;
  say?: (line: string) => void;
};

/** Seconds in which the reverse proxy notices that a process stops. */
const STOP_NOTICE = '2';

const temporaryFolder = (name: string) => mkdtempSync(join(tmpdir(), `moneytrail-${name}-`));

/** Starts everything; the first process migrates the database before the others start. */
export async function openCluster(options: ClusterOptions = {}): Promise<Cluster> {
  const { topology = TOPOLOGY, own = () => ({}), say = () => {} } = options;
  const folder = temporaryFolder('cluster');
  // PostgreSQL's own user cannot enter the other folder.
  const databaseFolder = options.databaseFolder ?? temporaryFolder('postgres');
  const closers: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const end of closers.splice(0).reverse()) await end().catch(() => undefined);
    const own = options.databaseFolder === undefined ? [folder, databaseFolder] : [folder];
    for (const each of own) rmSync(each, { recursive: true, force: true });
  };
  try {
    const database = await createPostgres(databaseFolder, { isDurable: true });
    closers.push(() => database.end('SIGINT'));
    await database.start();
    const nats = await createNats();
    closers.push(() => nats.end());
    await nats.start();
    say('PostgreSQL and NATS run.');
    const networks = {
      database: await startTcpProxy(database.port),
      nats: await startTcpProxy(nats.port),
    };
    closers.push(networks.database.close, networks.nats.close);
    const environment = {
      DATABASE_URL: database.url.replace(`:${database.port}`, `:${networks.database.port}`),
      NATS_URL: nats.url.replace(`:${nats.port}`, `:${networks.nats.port}`),
      AUTH_SECRET: randomBytes(32).toString('hex'),
      DATA_DIR: join(folder, 'data'),
      STOP_NOTICE_SECONDS: STOP_NOTICE,
      ...options.environment,
    };
    const servers: ServerProcess[] = [];
    for (const role of ['api', 'ingest', 'worker'] as const) {
      for (let index = 1; index <= topology[role]; index++) {
        const name = `${role}-${index}`;
        const settings = { ...environment, ...own(name) };
        servers.push(await createServerProcess({ name, role, folder, environment: settings }));
      }
    }
    closers.push(() => Promise.all(servers.map((server) => server.end('SIGTERM'))));
    const [first, ...others] = servers;
    await first?.start(options.release);
    say(`${first?.name} is ready, the database is migrated.`);
    await Promise.all(others.map((server) => server.start(options.release)));
    const balancer: Balancer = await startBalancer(
      servers.filter(({ role }) => role === 'api'),
      options.port,
    );
    closers.push(balancer.close);
    const address = `http://localhost:${balancer.port}`;
    return { address, folder, servers, database, nats, networks, environment, close };
  } catch (error) {
    await close();
    throw error;
  }
}
