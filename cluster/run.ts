import { openCluster } from './cluster.ts';

/**
 * The product as it runs on several machines, as processes of this one: PostgreSQL, NATS, two `api`, two `ingest`, a
 * `worker` and a reverse proxy. `PORT` chooses the port; the data is gone at the end.
 */
const say = (line: string) => console.log(`  ${line}`);
const port = Number(process.env.PORT ?? 3000);
const environment = { SIMULATE: 'all', LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn' };
const cluster = await openCluster({ port, environment, say });
say('');
say(`Open        ${cluster.address}`);
for (const { name, port: own, logFile } of cluster.servers) {
  say(`${name.padEnd(11)} http://localhost:${own}  ${logFile}`);
}
say(`PostgreSQL  ${cluster.database.url}`);
say(`NATS        ${cluster.nats.url}`);
say('');
say('Sign in with admin@demo.test, password Demo123!. Ctrl+C stops everything.');
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    cluster.close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  });
}
