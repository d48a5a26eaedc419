import { resolve } from 'node:path';
import { createTestPlace, DATABASE_KINDS } from '../apps/server/src/db/testing/test-database.ts';
import { median, percentile, report } from './figure.ts';
import { endProduct, forkProduct, messageOf } from './product-process.ts';
import { readUntil, warmUp } from './ready-answers.ts';
import type { RecordStep, RecordTook } from './record/server-process.ts';

/** Records of signals over 5,000 days: their turns, whole answers, and a ready answer beside them. */
const MOST_READ_MS = 150;
/** A turn that is full after 8 ms, and a single step of at most as long. */
const MOST_TURN_MS = 16;
const MOST_ANSWER_MS = 1_000;

for (const kind of DATABASE_KINDS) {
  const { databaseUrl, drop } = await createTestPlace(kind);
  const server = forkProduct(resolve(import.meta.dirname, 'record/server-process.ts'), {
    env: { DATABASE_URL: databaseUrl ?? '' },
  });
  try {
    const reader = await messageOf(server);
    await warmUp(reader);
    const run = async (step: RecordStep) => {
      const answered = messageOf(server);
      server.send(step);
      const readMs = percentile(await readUntil(reader, answered), 0.95);
      return { readMs, took: (await answered) as RecordTook };
    };
    const idle = await run('idle');
    const answers = await run('answers');
    const answered = messageOf(server);
    server.send('turns' satisfies RecordStep);
    const turns = (await answered) as RecordTook;
    const beside = `a ready answer beside records, 95th percentile, ${kind}`;
    report([
      {
        what: `the longest turn of a record of 5,000 days, median of records, ${kind}`,
        value: median(turns.ms),
        unit: 'ms',
        bar: { atMost: MOST_TURN_MS },
        detail: `processor time; longest of all ${Math.max(...turns.ms).toFixed(1)} ms`,
      },
      {
        what: `a record of 5,000 days that nobody has asked for, median, ${kind}`,
        value: median(answers.took.ms),
        unit: 'ms',
        bar: { atMost: MOST_ANSWER_MS },
        detail: `95th percentile ${percentile(answers.took.ms, 0.95).toFixed(0)} ms`,
      },
      { what: beside, value: answers.readMs, unit: 'ms', bar: { atMost: MOST_READ_MS } },
      {
        what: `${beside} ÷ idle`,
        value: answers.readMs / idle.readMs,
        unit: 'ratio',
        bar: { atMost: 10 },
      },
    ]);
  } finally {
    await endProduct(server);
    await drop();
  }
}
