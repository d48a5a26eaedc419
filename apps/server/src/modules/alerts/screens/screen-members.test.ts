import { SCREEN_EVENTS, type ScreenEvent } from '@moneytrail/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type MembersState,
  MOST_SINGLY,
  NO_MEMBERS,
  QUIET_MS,
  ScreenMembers,
  type Seen,
  type Standing,
} from './screen-members.ts';

const seen = (id: number, standing: Standing, barTime = 1): Seen => ({
  id,
  standing,
  barTime,
  closedAtMs: 1_000 * barTime,
});

/** Members of a screen, with the state that a restart would find. */
function follow(event: ScreenEvent = 'enters') {
  let members = new ScreenMembers(event, NO_MEMBERS);
  let stored: MembersState = NO_MEMBERS;
  let nowMs = 0;
  return {
    look: (...all: Seen[]) => {
      for (const one of all) members.look(one, nowMs);
    },
    tell: () => {
      const telling = members.tell(nowMs);
      stored = members.takeState() ?? stored;
      return telling?.changes.map(({ id, kind }) => `${kind} ${id}`) ?? [];
    },
    wait: (ms: number) => {
      nowMs += ms;
    },
    restart: () => {
      members = new ScreenMembers(event, stored);
    },
    get stored() {
      return stored;
    },
  };
}

/** The changes to be told between a whole table and the one before it, without any of the shortcuts. */
function compareTables(event: ScreenEvent) {
  const before = new Map<number, Standing>();
  const toldAt = new Map<number, number>();
  const kindOf = (was: Standing, now: Standing) => {
    if (was === now || was === 'uncounted' || now === 'uncounted') return null;
    return now === 'inside' ? 'enters' : 'leaves';
  };
  return (table: readonly Seen[]) => {
    const told: string[] = [];
    for (const { id, standing, barTime } of table) {
      const kind = kindOf(before.get(id) ?? 'uncounted', standing);
      if (kind && toldAt.get(id) === barTime) continue;
      before.set(id, standing);
      if (!kind || (event !== 'either' && event !== kind)) continue;
      told.push(`${kind} ${id}`);
      toldAt.set(id, barTime);
    }
    return { told, members: [...before.values()].filter((one) => one === 'inside').length };
  };
}

describe('the members of a screen', () => {
  test('tell what enters, and nothing of what was in it at the beginning', () => {
    const screen = follow();
    screen.look(seen(7, 'inside'), seen(9, 'outside'));
    expect(screen.tell()).toEqual([]);
    expect(screen.stored.members).toBe(1);
    screen.look(seen(9, 'inside', 2));
    expect(screen.tell()).toEqual(['enters 9']);
    expect(screen.tell()).toEqual([]);
    screen.look(seen(7, 'outside', 2));
    expect(screen.tell()).toEqual([]);
    expect(screen.stored.members).toBe(1);
  });

  test('tell an instrument once in a bar, and compare its next bar with what was told', () => {
    const screen = follow('either');
    screen.look(seen(1, 'outside'));
    for (const standing of ['inside', 'outside', 'inside', 'outside'] as const) {
      screen.look(seen(1, standing, 2));
      screen.tell();
    }
    expect(screen.stored.members).toBe(1);
    screen.look(seen(1, 'outside', 3));
    expect(screen.tell()).toEqual(['leaves 1']);
  });

  test('tell nothing of a right that ends or begins', () => {
    const screen = follow('either');
    screen.look(seen(1, 'inside'), seen(2, 'outside'));
    for (const standing of ['uncounted', 'inside'] as const) {
      screen.look(seen(1, standing, 2), seen(2, standing, 2));
      expect(screen.tell()).toEqual([]);
    }
    expect(screen.stored.members).toBe(2);
  });

  test('tell after a restart what has changed meanwhile, and nothing twice', () => {
    const screen = follow();
    screen.look(seen(1, 'outside'), seen(2, 'outside'));
    screen.look(seen(1, 'inside', 2));
    expect(screen.tell()).toEqual(['enters 1']);
    // It was seen, and the process ended before it was told.
    screen.look(seen(2, 'inside', 2));
    screen.restart();
    screen.look(seen(1, 'inside', 2), seen(2, 'inside', 2));
    expect(screen.tell()).toEqual(['enters 2']);
  });

  test('are gathered beyond ten at one close, also of several looks, and counted anew at the next', () => {
    const screen = follow();
    const ids = Array.from({ length: 3 * MOST_SINGLY }, (_, id) => id);
    screen.look(...ids.map((id) => seen(id, 'outside')));
    screen.look(...ids.slice(0, MOST_SINGLY).map((id) => seen(id, 'inside', 2)));
    expect(screen.tell()).toHaveLength(MOST_SINGLY);
    for (const id of ids.slice(MOST_SINGLY)) {
      screen.look(seen(id, 'inside', 2));
      screen.wait(QUIET_MS / 2);
      expect(screen.tell()).toEqual([]);
      if (id === 2 * MOST_SINGLY) break;
    }
    screen.wait(QUIET_MS);
    expect(screen.tell()).toHaveLength(MOST_SINGLY + 1);
    screen.look(seen(29, 'inside', 3));
    expect(screen.tell()).toEqual(['enters 29']);
  });

  test('do not wait for ever for a close without an end', () => {
    const screen = follow();
    const ids = Array.from({ length: 200 }, (_, id) => id);
    screen.look(...ids.map((id) => seen(id, 'outside')));
    screen.look(...ids.slice(0, 20).map((id) => seen(id, 'inside', 2)));
    const told: string[] = [];
    for (const id of ids.slice(20)) {
      screen.look(seen(id, 'inside', 2));
      screen.wait(QUIET_MS / 3);
      told.push(...screen.tell());
      if (told.length > 0) break;
    }
    expect(told.length).toBeGreaterThan(20);
    expect(told.length).toBeLessThan(60);
  });

  test('are those of whole tables, whatever is looked at and whenever a process restarts', () => {
    const row = fc.record({
      standing: fc.constantFrom<Standing[]>('uncounted', 'outside', 'inside'),
      isNextBar: fc.boolean(),
    });
    const step = fc.record({
      rows: fc.dictionary(fc.constantFrom('0', '3', '4', '1000', '1001'), row),
      isRestart: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.constantFrom(...SCREEN_EVENTS), fc.array(step), (event, steps) => {
        const screen = follow(event);
        const expected = compareTables(event);
        const table = new Map<number, Seen>();
        for (const { rows, isRestart } of steps) {
          const changed = Object.entries(rows).map(([id, { standing, isNextBar }]) => {
            const bar = table.get(Number(id))?.barTime ?? 1;
            return seen(Number(id), standing, bar + (isNextBar ? 1 : 0));
          });
          for (const one of changed) table.set(one.id, one);
          if (isRestart) screen.restart();
          screen.look(...(isRestart ? table.values() : changed));
          screen.wait(QUIET_MS);
          const { told, members } = expected([...table.values()]);
          expect(screen.tell().sort()).toEqual(told.sort());
          expect(screen.stored.members).toBe(members);
        }
      }),
    );
  });
});
