import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openReadReplica } from '../../../db/index.ts';
import { openFreezableWay } from '../../../db/testing/freezable-way.ts';
import { silentLog } from '../../../db/testing/test-database.ts';
import { run } from '../../../db/testing/test-server.ts';
import { barsOf } from '../columns/bar-columns.ts';
import {
  CHANGED,
  COPIED,
  DAYS,
  minutesOf,
  OWN,
  openCopiedSeries,
} from '../testing/copied-series.ts';
import { createChunkReader } from './chunks.ts';

const [FIRST_DAY, LAST_DAY] = DAYS;
const PROBE_AGAIN_MS = 2_000;
const ORIGINS = { primary: OWN, replica: COPIED, changed: CHANGED };

/** A reader of a copied series, whose replica can be broken. */
async function openPair({ patienceMs = 60_000 }: { patienceMs?: number } = {}) {
  const pair = await openCopiedSeries();
  const { primary, copy, key, span } = pair;
  const way = await openFreezableWay(copy.url ?? '');
  let nowMs = 0;
  const log = { ...silentLog, info: vi.fn(), error: vi.fn() };
  const open = () => {
    const deps = { db: primary.db, clock: { monotonicMs: () => nowMs }, log };
    const replica = openReadReplica(deps, { url: way.url, maxConnections: 2, patienceMs });
    onTestFinished(replica.close);
    // Queries under way would be waited for.
    onTestFinished(way.terminate);
    return replica;
  };
  const replica = open();
  const readerOf = () => createChunkReader({ db: primary.db, replica });
  /** The databases that a reader gets each day from; a new reader has read nothing before. */
  const origins = async (reader = readerOf()) => {
    const chunks = await reader.read(key, span.fromMs, span.toMs - 1);
    return chunks.map(({ startMs, columns }) => {
      const bars = barsOf(columns);
      const [origin] =
        Object.entries(ORIGINS).find(([, seed]) =>
          isDeepStrictEqual(minutesOf(startMs, seed), bars),
        ) ?? [];
      return origin;
    });
  };
  return {
    ...pair,
    open,
    replica,
    readerOf,
    origins,
    way,
    log,
    pass: (ms: number) => {
      nowMs += ms;
    },
    /** Resolves when the replica is used; on a busy machine it may be too late at first. */
    untilUsed: () =>
      expect
        .poll(() => {
          nowMs += PROBE_AGAIN_MS;
          return origins();
        })
        .toEqual(['replica', 'replica']),
    /** Ends the replica for its clients, or lets them connect again. */
    refuse: async (isRefused: boolean) => {
      const name = new URL(copy.url ?? '').pathname.slice(1);
      await run(`alter database ${name} allow_connections ${!isRefused}`);
      if (isRefused) way.terminate();
    },
  };
}

test('chunks come from the replica, and from the primary where the replica is behind', async () => {
  const { origins, untilUsed, write, primary } = await openPair();
  await untilUsed();
  await write(primary, CHANGED, [LAST_DAY]);
  expect(await origins()).toEqual(['replica', 'changed']);
  await write(primary, CHANGED, [FIRST_DAY]);
  expect(await origins()).toEqual(['changed', 'changed']);
});

test('a reader keeps the newest bars that it was given, before and after the replica catches up', async () => {
  const { untilUsed, readerOf, origins, write, primary, copy, key } = await openPair();
  await untilUsed();
  const reader = readerOf();
  expect(await origins(reader)).toEqual(['replica', 'replica']);
  await write(primary, CHANGED, [LAST_DAY]);
  expect(await origins(reader)).toEqual(['replica', 'changed']);
  expect(await origins(reader)).toEqual(['replica', 'changed']);
  await write(copy, CHANGED, [LAST_DAY]);
  expect(await origins(reader)).toEqual(['replica', 'changed']);
  // Unchanged chunks are not read again.
  await sql`update bar_chunks set data = '' where instrument_id = ${key.instrumentId}`.execute(
    copy.db,
  );
  expect(await origins(reader)).toEqual(['replica', 'changed']);
});

test('a chunk that the replica has in a newer version comes from the primary', async () => {
  const { untilUsed, origins, write, copy } = await openPair();
  await untilUsed();
  await write(copy, CHANGED, [LAST_DAY]);
  expect(await origins()).toEqual(['replica', 'primary']);
});

test('a replica that has ended is left at once, and used again when it is back', async () => {
  const { untilUsed, origins, refuse } = await openPair();
  await untilUsed();
  await refuse(true);
  expect(await origins()).toEqual(['primary', 'primary']);
  await refuse(false);
  expect(await origins()).toEqual(['primary', 'primary']);
  await untilUsed();
});

test('no reader waits for a frozen replica but those that it left without an answer', async () => {
  const { untilUsed, origins, replica, way, pass } = await openPair({ patienceMs: 250 });
  await untilUsed();
  way.freeze();
  expect(await origins()).toEqual(['primary', 'primary']);
  const query = vi.fn();
  pass(PROBE_AGAIN_MS);
  expect(await replica.read(query)).toBeNull();
  expect(await origins()).toEqual(['primary', 'primary']);
  expect(query).not.toHaveBeenCalled();
});

test('a database that is no copy of the primary is never read', async () => {
  const { copy, open, log, untilUsed } = await openPair();
  await untilUsed();
  await sql`update kysely_migration set timestamp = '2020-01-01T00:00:00.000Z'`.execute(copy.db);
  const replica = open();
  await expect.poll(() => log.error.mock.calls.length).toBe(1);
  expect(log.error.mock.calls[0]?.[1]).toContain('is no copy');
  expect(await replica.read(async () => 'read')).toBeNull();
});
