import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { startApp } from './conformance/testing/start-app.ts';
import { ANY_KIND } from './db/testing/test-database.ts';
import { readinessChecks } from './readiness-checks.ts';

const page = readFileSync(resolve(import.meta.dirname, '../../../docs/operations.md'), 'utf8');

/** The figures of the table with the condition of their alarm; those of one cell share it. */
function alarms(): Map<string, string> {
  const found = new Map<string, string>();
  for (const [, names = '', alarm = ''] of page.matchAll(
    /^\| (`moneytrail_.*?) \| .*? \| (.*) \|$/gm,
  )) {
    let first = '';
    for (const [, name = ''] of names.matchAll(/`(\w+)`/g)) {
      // A second name stands without what it shares with the first.
      const whole = name.startsWith('moneytrail_') ? name : first.replace(/_[a-z]+_total$/, name);
      first ||= whole;
      found.set(whole, alarm);
    }
  }
  return found;
}

test('every figure stands in the table that operators read, with an alarm, and every readiness check in the runbook', async () => {
  const environment = { BACKUP_DIR: '/nowhere/backups' };
  const world = await startApp(ANY_KIND, { environment });
  const server = await world.context.metrics.listen({ host: '127.0.0.1', port: 0 });
  try {
    // A server that listens on a port has an address of this kind.
    const { port } = server.address() as AddressInfo;
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    const told = [...text.matchAll(/^# TYPE (moneytrail_\w+)/gm)].map(([, name = '']) => name);
    const known = alarms();
    // Added by the guard of a program, which a test has not.
    const all = [...told, 'moneytrail_unhandled_failures_total'];
    expect([...known.keys()].toSorted()).toEqual(all.toSorted());
    expect([...known].filter(([, alarm]) => alarm.length < 3)).toEqual([]);
    const checks = Object.keys(readinessChecks(world.context, undefined));
    expect(checks.filter((name) => !page.includes(`**\`Not ready: ${name}\`.**`))).toEqual([]);
  } finally {
    server.close();
    await world.close();
  }
});
