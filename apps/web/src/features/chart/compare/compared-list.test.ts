import { COMPARED_COLOURS, MOST_COMPARED } from '@moneytrail/chart/model';
import { describe, expect, it } from 'vitest';
import { toggledCompared, withCompared, withoutCompared } from './compared-list.ts';

const listOf = (...symbols: string[]) =>
  symbols.reduce<ReturnType<typeof withoutCompared>>(
    (list, symbol) => withCompared(list, symbol) ?? list,
    [],
  );

describe('the instruments that are compared', () => {
  it('each have a colour of their own, which is free again when one goes', () => {
    const all = listOf('A', 'B', 'C', 'D');
    expect(all.map(({ colour }) => colour)).toEqual([...COMPARED_COLOURS]);
    const again = withCompared(withoutCompared(all, 'B'), 'E');
    expect(again?.map(({ symbol }) => symbol)).toEqual(['A', 'C', 'D', 'E']);
    expect(again?.at(-1)?.colour).toBe(COMPARED_COLOURS[1]);
  });

  it('are each there once, and no more than there are colours', () => {
    const one = listOf('A');
    expect(withCompared(one, 'A')).toBe(one);
    expect(COMPARED_COLOURS.length).toBe(MOST_COMPARED);
    expect(withCompared(listOf('A', 'B', 'C', 'D'), 'E')).toBeNull();
  });

  it('keep their place and colour while they are hidden', () => {
    const list = listOf('A', 'B');
    const hidden = toggledCompared(list, 'A');
    expect(hidden.map(({ isVisible }) => isVisible)).toEqual([false, true]);
    expect(toggledCompared(hidden, 'A')).toEqual(list);
  });
});
