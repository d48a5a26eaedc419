import { DAY_MS, resolutionMs, type StoredResolution } from '@moneytrail/calendar';
import type { Bar } from '@moneytrail/contract';
import {
  type DatabaseKind,
  openTestDatabase,
  silentLog,
} from '../../apps/server/src/db/testing/test-database.ts';
import { createAnswerCache } from '../../apps/server/src/modules/bars/answers.ts';
import { writeBeginning } from '../../apps/server/src/modules/bars/store/write-bars.ts';
import { createTestFeeds } from '../../apps/server/src/modules/bars/testing/test-feeds.ts';
import { createWritableBars } from '../../apps/server/src/modules/bars/testing/writable-bars.ts';
import { createCatalogue } from '../../apps/server/src/modules/catalogue/index.ts';
import { heldClock } from '../../apps/server/src/steady-clock.ts';
import { type Figure, median } from '../figure.ts';
import { syntheticBars } from '../synthetic-bars.ts';

const BARS = 2_000;
const WINDOWS = 40;
const ROUNDS = 6;
/** The first rounds warm up the compiler. */
const WARM_UP_ROUNDS = 2;
const START_MS = Date.UTC(2024, 0, 1);

/** A database with one instrument whose bars are all stored, without feeds. */
async function openStored(kind: DatabaseKind, resolution: StoredResolution, bars: Bar[]) {
  const database = await openTestDatabase(kind);
  const { db } = database;
  const endMs = START_MS + bars.length * resolutionMs(resolution);
  const clock = heldClock(() => endMs + DAY_MS);
  const catalogue = await createCatalogue({ db, clock, log: silentLog });
  await catalogue.seedDemo();
  const instrument = await catalogue.resolve('FMP:BTCUSD');
  const feeds = createTestFeeds();
  feeds.FMP.failure = new Error('the store has to answer');
  const create = () => createWritableBars({ db, feeds, clock, log: silentLog });
  const coverage = { coveredFromMs: START_MS, coveredToMs: endMs };
  await create().write({ instrument, resolution, bars, ...coverage });
  const key = { instrumentId: instrument.id, resolution, isSimulated: true };
  await writeBeginning(db, key, START_MS);
  /** A process that has just started: all caches are empty. */
  const restart = () => createAnswerCache({ bars: create(), db, clock, log: silentLog });
  return { instrument, restart, close: database.close };
}

/** Milliseconds of an answer built from stored chunks and of `JSON.stringify` over the same bars, alternating. */
export async function coldFigure(
  kind: DatabaseKind,
  resolution: StoredResolution,
): Promise<Figure> {
  const lengthMs = resolutionMs(resolution);
  // One window more, because the oldest one has no older bar to name.
  const bars = syntheticBars((WINDOWS + 1) * BARS, { startMs: START_MS, stepMs: lengthMs });
  const stored = await openStored(kind, resolution, bars);
  const requestOf = (window: number) => {
    const fromMs = START_MS + window * BARS * lengthMs;
    const toMs = fromMs + BARS * lengthMs;
    return { instrument: stored.instrument, resolution, fromMs, toMs, limit: BARS, countBack: -1 };
  };
  const coldMs: number[] = [];
  const stringifyMs: number[] = [];
  try {
    for (let round = 0; round < ROUNDS; round++) {
      const answers = stored.restart();
      await answers.get(requestOf(0));
      for (let window = 1; window <= WINDOWS; window++) {
        const same = bars.slice(window * BARS, (window + 1) * BARS);
        const startedAt = performance.now();
        const answer = await answers.get(requestOf(window));
        const answeredAt = performance.now();
        const text = JSON.stringify(same);
        const stringifiedAt = performance.now();
        const { body } = await answer.take('identity');
        if (!body.includes(text)) throw new Error('the answer holds other bars');
        if (round < WARM_UP_ROUNDS) continue;
        coldMs.push(answeredAt - startedAt);
        stringifyMs.push(stringifiedAt - answeredAt);
      }
    }
  } finally {
    await stored.close();
  }
  const [cold, once] = [median(coldMs), median(stringifyMs)];
  return {
    what: `history answer of ${BARS} bars of ${resolution}, cold, ${kind} ÷ JSON.stringify`,
    value: median(coldMs.map((ms, pair) => ms / (stringifyMs[pair] ?? Number.NaN))),
    unit: 'ratio',
    bar: { atMost: 2 },
    detail: `${cold.toFixed(2)} ms ÷ ${once.toFixed(2)} ms`,
  };
}
