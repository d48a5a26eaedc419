import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildApp } from './app.ts';
import { type Config, readConfig } from './config.ts';
import { ConfigError } from './config-error.ts';
import { type Context, createContext } from './context.ts';
import { DatabaseOpenError } from './db/index.ts';
import { guardProcess } from './process-guard.ts';
import { ROLES } from './settings.ts';

const WEB_FOLDER = resolve(import.meta.dirname, '../../web/dist');
/** Time for requests in progress to end, after which their connections are closed. */
const DRAIN_MS = 8_000;
/** Limit of the whole stop: notice, requests, jobs, then the resources of both. */
const STOP_TIMEOUT_MS = 30_000;

function addressOf(config: Config, port: number): string {
  return (
    config.publicUrl ?? `http://${config.host === '127.0.0.1' ? 'localhost' : config.host}:${port}`
  );
}

/** Instructions to sign in with demo accounts. */
function describeDemo({ config, people, demoMailbox }: Context, address: string): string[] {
  if (!people || people.demoAccounts.length === 0) return [];
  return [
    `  Messages    ${demoMailbox ? `${address}/outbox (no e-mail or SMS is sent)` : 'sent'}`,
    '',
    `  Sign in with password ${config.accounts.demoPassword}`,
    ...people.demoAccounts.map(({ email, role }) => `    ${email.padEnd(24)} ${role}`),
  ];
}

function describeStart(context: Context, port: number): string {
  const { config, databaseKind } = context;
  const simulated = Object.keys(context.simulators);
  const database =
    databaseKind === 'pglite'
      ? `embedded, in ${config.dataDir} (for one machine and for trying out)`
      : 'PostgreSQL';
  const feeds = simulated.length === 0 ? 'none' : `${simulated.join(', ')} (prices labelled)`;
  return [
    '',
    '  MONEY • TRAIL   WE FOLLOW THE MONEY',
    '',
    `  Open        ${addressOf(config, port)}`,
    `  Simulated   ${feeds}`,
    `  Database    ${database}`,
    `  Live bus    ${config.natsUrl ? 'NATS' : 'in process'}`,
    ...(config.roles.length < ROLES.length ? [`  Roles       ${config.roles.join(', ')}`] : []),
    ...describeDemo(context, addressOf(config, port)),
    '',
    '  Ctrl+C stops it. Nothing is lost.',
    '',
  ].join('\n');
}

/** A message for failures that an operator can act on; other errors keep their stack. */
function explain(error: unknown, config: Config | null): string {
  if (error instanceof ConfigError || error instanceof DatabaseOpenError) return error.message;
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    const port = 'port' in error ? Number(error.port) : Number.NaN;
    const setting = port === config?.metrics?.port ? 'METRICS_PORT' : 'PORT';
    return `Port ${port} is taken by another program. Stop it, or choose another one: ${setting}=${port + 1} npm start`;
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function stopOnSignal(stop: () => Promise<void>): void {
  let isStopping = false;
  const onSignal = () => {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref();
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(explain(error, null));
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
}

type Step = { doing: string; done: string };

export type StartOptions = {
  /** Resolves once the web build is ready; if absent, the existing files are served. */
  pages?: Promise<unknown>;
  /** Called with each slow part of the start; settles like the part. */
  step?: <Result>(names: Step, work: Promise<Result>) => Promise<Result>;
};

/** Reads the environment, opens everything and serves. Exits with an explanation if it cannot. */
export async function startServer({
  pages,
  step = (_names, work) => work,
}: StartOptions = {}): Promise<void> {
  let config: Config | null = null;
  try {
    config = readConfig(process.env);
    const opening = createContext(config);
    const context = await step({ doing: 'Opening the database', done: 'Database open' }, opening);
    void context.warmUp();
    try {
      await pages;
    } catch (error) {
      await context.close();
      throw error;
    }
    let isStopping = false;
    const app = await buildApp(context, {
      webFolder: WEB_FOLDER,
      isStopping: () => isStopping,
    });
    const stop = async () => {
      const late = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS);
      try {
        await app.close();
      } finally {
        clearTimeout(late);
        await context.close();
      }
    };
    const guard = guardProcess({ log: context.log.child({ source: 'process' }), stop });
    context.metrics.add(
      {
        name: 'moneytrail_unhandled_failures_total',
        help: 'Failures that nobody handled, since the start.',
        labelNames: ['kind'],
      },
      () => Object.entries(guard.counts).map(([kind, value]) => ({ labels: { kind }, value })),
    );
    const { stopNoticeMs } = config;
    stopOnSignal(async () => {
      // The load balancer notices by readiness before this process refuses requests.
      isStopping = true;
      await sleep(stopNoticeMs);
      await stop();
    });
    try {
      if (config.metrics) await context.metrics.listen(config.metrics);
      await app.listen({ host: config.host, port: config.port });
    } catch (error) {
      await context.close();
      throw error;
    }
    const address = app.server.address();
    const port = typeof address === 'object' && address ? address.port : config.port;
    context.live.start();
    context.alertEngine?.start();
    context.screenEngine?.start();
    if (config.roles.includes('ingest')) {
      context.snapshots.start();
      context.studyFigures.start();
    }
    console.log(describeStart(context, port));
  } catch (error) {
    console.error(explain(error, config));
    process.exit(1);
  }
}
