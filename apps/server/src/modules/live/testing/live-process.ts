import websocket from '@fastify/websocket';
import fastify from 'fastify';
import { pino } from 'pino';
import { ACCESS_CHANGED, createNatsBus } from '../../../bus/index.ts';
import { openDatabase } from '../../../db/index.ts';
import { createRouter } from '../../../http/route.ts';
import { findSuperAdmin, readSuperAdmin, SUPER_ADMIN } from '../../../http/testing/super-admin.ts';
import { createSteadyClock } from '../../../steady-clock.ts';
import { createBars } from '../../bars/index.ts';
import { createCatalogue } from '../../catalogue/index.ts';
import { createLive, liveRoutes } from '../index.ts';
import { addSession } from './add-session.ts';
import { createScriptedFeeds } from './scripted-feed.ts';

/** A replica of the live module in a process of its own, which tests start and kill. */
async function main(): Promise<void> {
  const { DATABASE_URL = '', NATS_URL = '', SUBJECT_PREFIX = '', NUMBER = '0' } = process.env;
  const log = pino({ level: 'silent' });
  const clock = createSteadyClock({ now: Date.now });
  const { db } = await openDatabase({ databaseUrl: DATABASE_URL, dataDir: '', log });
  const bus = await createNatsBus(NATS_URL, { subjectPrefix: SUBJECT_PREFIX });
  const feeds = createScriptedFeeds();
  await addSession(db, SUPER_ADMIN._id);
  const catalogue = await createCatalogue({ db, clock, log });
  await catalogue.seedDemo();
  const bars = createBars({ db, feeds, clock, log });
  const processId = `process ${NUMBER}`;
  const jobs = { enqueue: async () => null };
  const roles = { processId, isIngest: true, isAlone: false };
  const base = { db, bus, feeds, jobs, catalogue, bars, clock, log, ...roles };
  const timing = { leaseMs: 5_000, renewMs: 300, announceMs: 200, sweepMs: 100, conflationMs: 20 };
  const live = createLive({ ...base, timing });
  const app = fastify();
  await app.register(websocket);
  const router = createRouter(app, { readUser: readSuperAdmin, checkAnswers: true });
  // Any message from the test revokes the user.
  let isUserGone = false;
  process.on('message', () => {
    isUserGone = true;
    process.send?.('the user is gone');
  });
  const findSession = async (id: string) => (isUserGone ? null : findSuperAdmin(id));
  const sessionIdOf = (user: { _id: string }) => user._id;
  const onAccessChange = (listener: (userIds: readonly string[]) => void) =>
    bus.subscribe(ACCESS_CHANGED, ({ userId }) => listener([userId]));
  const config = { publicUrl: null };
  liveRoutes(router, { ...base, live, config, sessionIdOf, findSession, onAccessChange });
  live.start();
  // The bid identifies the process that read the price.
  let price = 1_000;
  setInterval(() => {
    price += 1;
    feeds.FMP.tick({ code: 'BTCUSD', timeMs: Date.now(), price, bid: Number(NUMBER) });
  }, 50);
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  process.send?.({ address });
}

await main();
