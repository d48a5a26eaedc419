import { fork } from 'node:child_process';
import { once } from 'node:events';
import { loadavg } from 'node:os';
import { setTimeout as after } from 'node:timers/promises';
import { WebSocketServer } from 'ws';
import { ticksOf } from '../../apps/server/src/bus/index.ts';
import { createCheckedBus } from '../../apps/server/src/bus/testing/checked-bus.ts';
import {
  type DatabaseKind,
  openTestDatabase,
  silentLog,
} from '../../apps/server/src/db/testing/test-database.ts';
import { createWritableBars } from '../../apps/server/src/modules/bars/testing/writable-bars.ts';
import { createPriceBoard } from '../../apps/server/src/modules/live/price-board.ts';
import { makeInstrument } from '../../apps/server/src/modules/live/testing/make-instrument.ts';
import { createScriptedFeeds } from '../../apps/server/src/modules/live/testing/scripted-feed.ts';
import { createSteadyClock, MACHINE_CLOCK } from '../../apps/server/src/steady-clock.ts';
import type { Figure } from '../figure.ts';

const VIEWERS = 100;
const ROWS = 100;
/** Each row's price changes so often. */
const TICK_MS = 250;
const MEASURED_MS = 15_000;

/** The processor time that this process takes a second, ms. */
async function processorMs(): Promise<number> {
  const [startedAt, before] = [performance.now(), process.cpuUsage()];
  await after(MEASURED_MS);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / (performance.now() - startedAt);
}

/** The processor time of a list of 100 rows that 100 viewers watch over sockets, and the messages that each gets. */
export async function viewerFigures(kind: DatabaseKind): Promise<Figure[]> {
  const handle = await openTestDatabase(kind);
  const bus = createCheckedBus();
  const feeds = createScriptedFeeds();
  const clock = createSteadyClock(MACHINE_CLOCK);
  const bars = createWritableBars({ db: handle.db, feeds, clock, log: silentLog });
  const board = createPriceBoard({
    db: handle.db,
    bus,
    bars,
    feeds,
    clock,
    log: silentLog,
    fence: () => true,
  });
  const instruments = Array.from({ length: ROWS }, (_, place) =>
    makeInstrument({ id: place + 1, code: `S${place}` }),
  );
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false });
  await once(server, 'listening');
  let sent = 0;
  server.on('connection', (socket) => {
    board.watch(instruments, (text) => {
      sent += 1;
      socket.send(text);
      return true;
    });
  });
  let round = 0;
  const ticks = setInterval(() => {
    round += 1;
    for (const { id } of instruments) {
      const price = 100 + ((round + id) % 7) / 10;
      const tick = { price, timeMs: clock.now(), token: 1, groupToken: 1 };
      bus.publish(ticksOf(id), tick as never);
    }
  }, TICK_MS);
  const idleMs = await processorMs();
  const { port } = server.address() as { port: number };
  const clients = fork(new URL('./viewer-process.ts', import.meta.url), [
    String(port),
    String(VIEWERS),
  ]);
  await once(clients, 'message');
  await after(3_000);
  const sentBefore = sent;
  const busyMs = await processorMs();
  const messages = (sent - sentBefore) / VIEWERS / (MEASURED_MS / 1_000);
  clearInterval(ticks);
  clients.kill();
  board.close();
  server.close();
  for (const client of server.clients) client.terminate();
  await handle.close();
  const load = loadavg()[0]?.toFixed(1);
  return [
    {
      what: `a list of ${ROWS} rows, live, for ${VIEWERS} viewers: processor time a second, ${kind}`,
      value: busyMs - idleMs,
      unit: 'ms',
      bar: { atMost: 10 },
      detail: `${messages.toFixed(2)} messages a second to each, ${idleMs.toFixed(1)} ms for the ticks alone, load average ${load}`,
    },
  ];
}
