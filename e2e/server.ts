import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { buildApp } from '../apps/server/src/app.ts';
import { readConfig } from '../apps/server/src/config.ts';
import { createContext } from '../apps/server/src/context.ts';
import { CONTROL_PORT, WEB_PORT } from './ports.ts';

/**
 * The product as `npm start` runs it, on a folder of its own, and beside it a control port by which a journey
 * makes a simulated provider fail: `POST /faults?exchange=FMP` with the faults as JSON, `DELETE` to end them. It also
 * tells the id of an account, `GET /user-id?email=…`, as nobody who registers learns their own.
 */
const folder = mkdtempSync(join(tmpdir(), 'moneytrail-journeys-'));
// A copy, so that a build beside the journeys takes no file away under them.
const webFolder = join(folder, 'web');
cpSync(resolve(import.meta.dirname, '../apps/web/dist'), webFolder, { recursive: true });
const config = readConfig({
  PORT: String(WEB_PORT),
  DATA_DIR: join(folder, 'data'),
  SIMULATE: 'all',
  LOG_LEVEL: process.env.LOG_LEVEL ?? 'error',
});
const context = await createContext(config);
const app = await buildApp(context, { webFolder, checkAnswers: true });
await app.listen({ host: config.host, port: config.port });
context.live.start();

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return chunks.length === 0 ? {} : JSON.parse(Buffer.concat(chunks).toString());
}

async function userIdOf(email: string | null): Promise<string | undefined> {
  const user = await context.db
    .selectFrom('users')
    .select('id')
    .where('username', '=', email ?? '')
    .executeTakeFirst();
  return user?.id;
}

const control = createServer(async (request, response) => {
  const url = new URL(request.url ?? '/', 'http://127.0.0.1');
  const name = url.searchParams.get('exchange') as keyof typeof context.simulators | null;
  const simulator = name ? context.simulators[name] : undefined;
  if (url.pathname === '/faults' && simulator) {
    if (request.method === 'DELETE') simulator.faults.clear();
    else simulator.faults.set(await bodyOf(request));
    if (request.method === 'POST') simulator.disconnectStreams();
  }
  const isQuestion = url.pathname === '/user-id';
  response.end(isQuestion ? await userIdOf(url.searchParams.get('email')) : 'ok');
});
control.listen(CONTROL_PORT, '127.0.0.1');

process.once('SIGTERM', async () => {
  control.close();
  await app.close();
  await context.close();
  rmSync(folder, { recursive: true, force: true });
  process.exit(0);
});
