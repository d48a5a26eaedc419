import { resolve } from 'node:path';
import { createTestPlace, DATABASE_KINDS } from '../apps/server/src/db/testing/test-database.ts';
import { percentile, report } from './figure.ts';
import { endProduct, forkProduct, messageOf } from './product-process.ts';
import { readUntil, warmUp } from './ready-answers.ts';
import type { RuleTestStep, RuleTestTook } from './rule-tests/server-process.ts';

/** A test of 500 instruments of 5,000 days from its start to its result, and a ready answer beside it. */
const MOST_MS = 150;

for (const kind of DATABASE_KINDS) {
  const { databaseUrl, drop } = await createTestPlace(kind);
  const server = forkProduct(resolve(import.meta.dirname, 'rule-tests/server-process.ts'), {
    env: { DATABASE_URL: databaseUrl ?? '' },
  });
  try {
    const reader = await messageOf(server);
    await warmUp(reader);
    const run = async (step: RuleTestStep) => {
      const answered = messageOf(server);
      server.send(step);
      const readMs = percentile(await readUntil(reader, answered), 0.95);
      return { readMs, took: (await answered) as RuleTestTook };
    };
    const idle = await run('idle');
    const fresh = await run('new');
    const stored = await run('stored');
    const of = `500 instruments of 5,000 days, ${kind}`;
    const cpu = (took: RuleTestTook) => `${(took.cpuMs / 1_000).toFixed(1)} s of processor time`;
    const beside = `a ready answer beside a test, 95th percentile, ${kind}`;
    report([
      {
        what: `a test of ${of}`,
        value: fresh.took.ms / 1_000,
        unit: 's',
        bar: { atMost: 20 },
        detail: cpu(fresh.took),
      },
      {
        what: `the same again, ${kind}`,
        value: stored.took.ms / 1_000,
        unit: 's',
        detail: cpu(stored.took),
      },
      { what: beside, value: fresh.readMs, unit: 'ms', bar: { atMost: MOST_MS } },
      {
        what: `${beside} ÷ idle`,
        value: fresh.readMs / idle.readMs,
        unit: 'ratio',
        bar: { atMost: 10 },
      },
    ]);
  } finally {
    await endProduct(server);
    await drop();
  }
}
