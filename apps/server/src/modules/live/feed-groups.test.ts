import { expect, test } from 'vitest';
import { FEED_GROUPS, groupKey, groupOf, groupsOf, preferredProcess } from './feed-groups.ts';

const PROCESSES = ['a', 'b', 'c', 'd', 'e'];

/** The preferred process of each group. */
function assign(processIds: readonly string[]): Map<string, string | undefined> {
  return new Map(FEED_GROUPS.map((each) => [groupKey(each), preferredProcess(each, processIds)]));
}

test('every process computes the same owner of a group, whatever the order of the list', () => {
  expect(assign(PROCESSES.toReversed())).toEqual(assign(PROCESSES));
  expect(preferredProcess({ exchange: 'FMP', group: 0 }, [])).toBeUndefined();
});

test('a process that joins takes groups and moves no others; one that leaves gives away only its own', () => {
  for (const moved of PROCESSES) {
    const [all, others] = [assign(PROCESSES), assign(PROCESSES.filter((each) => each !== moved))];
    for (const [group, owner] of all) {
      if (owner === moved) expect(PROCESSES).toContain(others.get(group));
      else expect(others.get(group)).toBe(owner);
    }
  }
});

test('groups spread over processes', () => {
  const counts = new Map<string, number>();
  for (let pair = 0; pair < 200; pair++) {
    const processIds = [`first ${pair}`, `second ${pair}`];
    const groups = groupsOf('Bitfinex').map((group) => ({ exchange: 'Bitfinex' as const, group }));
    const ofFirst = groups.filter((each) => preferredProcess(each, processIds) === processIds[0]);
    counts.set('first', (counts.get('first') ?? 0) + ofFirst.length);
    expect(ofFirst.length).toBeGreaterThan(0);
    expect(ofFirst.length).toBeLessThan(groups.length);
  }
  expect((counts.get('first') ?? 0) / (200 * 16)).toBeCloseTo(0.5, 1);
});

test('each instrument belongs to one group of its feed', () => {
  for (let id = 1; id <= 40; id++) {
    expect(groupsOf('Bitfinex')).toContain(groupOf({ exchange: 'Bitfinex', id }));
    expect(groupOf({ exchange: 'FMP', id })).toBe(0);
    expect(groupOf({ exchange: 'Imported', id })).toBe(0);
  }
});
