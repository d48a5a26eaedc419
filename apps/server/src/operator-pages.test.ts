import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { startApp } from './conformance/testing/start-app.ts';
import { ANY_KIND } from './db/testing/test-database.ts';
import { readinessChecks } from './readiness-checks.ts';

const read = (path: string) => readFileSync(resolve(import.meta.dirname, '../../..', path), 'utf8');
const page = read('docs/operations.md');
/** Files that read metrics. */
const READERS = [
  'deploy/prometheus/alerts.yml',
  'deploy/prometheus/alerts.test.yml',
  'deploy/grafana/dashboards/moneytrail.json',
  'deploy/kubernetes/api.yaml',
  'deploy/kubernetes/adapter-rules.yaml',
];

/** The names of metrics in a text; a histogram has several. */
function metricsIn(text: string): string[] {
  const names = text.match(/\b(moneytrail|nodejs|process)_\w+/g) ?? [];
  return names.map((name) => name.replace(/_(bucket|count|sum)$/, ''));
}

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

/** A number that is only looked at, and the half of a pair whose other half has an alert. */
const WITHOUT_ALERT = ['moneytrail_bus_published_total', 'moneytrail_cache_bytes'];
const DAILY = /^\d+ \d+ \* \* \*$/;

test('every figure stands in the table that operators read, with an alarm, every readiness check in the runbook, and alerts and dashboard read no others', async () => {
  const environment = { BACKUP_DIR: '/nowhere/backups' };
  const world = await startApp(ANY_KIND, { environment });
  const server = await world.context.metrics.listen({ host: '127.0.0.1', port: 0 });
  try {
    // A server that listens on a port has an address of this kind.
    const { port } = server.address() as AddressInfo;
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    const every = [...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name = '']) => name);
    const told = [...text.matchAll(/^# TYPE (moneytrail_\w+)/gm)].map(([, name = '']) => name);
    const known = alarms();
    // Added by the guard of a program, which a test has not.
    const all = [...told, 'moneytrail_unhandled_failures_total'];
    expect([...known.keys()].toSorted()).toEqual(all.toSorted());
    expect([...known].filter(([, alarm]) => alarm.length < 3)).toEqual([]);
    for (const file of READERS) {
      const unknown = metricsIn(read(file)).filter((name) => ![...every, ...all].includes(name));
      expect([file, unknown]).toEqual([file, []]);
    }
    const alerts = new Set(metricsIn(read('deploy/prometheus/alerts.yml')));
    expect(told.filter((name) => !alerts.has(name))).toEqual(WITHOUT_ALERT);
    const daily = world.context.jobs.known().filter(({ schedule }) => DAILY.test(schedule ?? ''));
    const names = daily.map(({ name }) => name).toSorted();
    const [, judged = ''] = /job=~"([^"]+)"/.exec(read('deploy/prometheus/alerts.yml')) ?? [];
    expect(judged.split('|')).toEqual(names);
    const { needed, others } = readinessChecks(world.context, undefined);
    const checks = Object.keys({ ...needed, ...others });
    expect(checks.filter((name) => !page.includes(`**\`Not ready: ${name}\`.**`))).toEqual([]);
  } finally {
    server.close();
    await world.close();
  }
});
