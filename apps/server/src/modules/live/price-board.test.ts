import { HOUR_MS } from '@moneytrail/calendar';
import { EXCHANGES, type ExchangeName } from '@moneytrail/contract';
import { columnsFrom } from '@moneytrail/indicators';
import { expect, onTestFinished, test } from 'vitest';
import { ticksOf } from '../../bus/index.ts';
import { createCheckedBus } from '../../bus/testing/checked-bus.ts';
import { ANY_KIND, openTestDatabase } from '../../db/testing/test-database.ts';
import type { BarService } from '../bars/index.ts';
import { createPriceBoard } from './price-board.ts';
import { eventually } from './testing/eventually.ts';
import { makeInstrument } from './testing/make-instrument.ts';

const BITCOIN = makeInstrument();
const SIMULATED = Object.fromEntries(
  EXCHANGES.map((exchange) => [exchange, { isSimulated: true }]),
) as Record<ExchangeName, { isSimulated: boolean }>;

async function start(history: () => ReturnType<BarService['history']>) {
  const { db, close } = await openTestDatabase(ANY_KIND);
  onTestFinished(close);
  const clock = { nowMs: Date.now(), now: () => clock.nowMs, observe: () => {} };
  const bus = createCheckedBus();
  const log = { warn: () => {}, error: () => {} };
  const deps = { db, bus, clock, log, bars: { history }, feeds: SIMULATED, fence: () => true };
  const board = createPriceBoard(deps);
  onTestFinished(board.close);
  const tick = (id: number, price: number) =>
    bus.publish(ticksOf(id), { token: 1, timeMs: clock.nowMs, price });
  return { board, clock, tick };
}

const NOTHING = { columns: columnsFrom([]) } as Awaited<ReturnType<BarService['history']>>;

test('viewers are served in slices, between which others have a turn', async () => {
  const { board, tick } = await start(async () => NOTHING);
  let sent = 0;
  let longest = 0;
  let isOver = false;
  const watchTurns = () => {
    longest = Math.max(longest, sent - seen);
    seen = sent;
    if (!isOver) setImmediate(watchTurns);
  };
  let seen = 0;
  watchTurns();
  onTestFinished(() => {
    isOver = true;
  });
  for (let viewer = 0; viewer < 200; viewer++) {
    board.watch([BITCOIN], () => {
      sent += 1;
      return true;
    });
  }
  tick(BITCOIN.id, 100);
  await eventually(() => expect(sent).toBe(200));
  expect(longest).toBeLessThanOrEqual(20);
});

test('the usual move is measured again after an hour, and soon after a read that failed', async () => {
  let reads = 0;
  const { board, clock } = await start(async () => {
    reads += 1;
    if (reads === 1) throw new Error('the database is away');
    return NOTHING;
  });
  board.watch([BITCOIN], () => true);
  await eventually(() => expect(reads).toBe(1));
  clock.nowMs += 6_000;
  await eventually(() => expect(reads).toBe(2));
  clock.nowMs += HOUR_MS;
  await eventually(() => expect(reads).toBe(3));
});
