import type { WatchlistEntry } from '@moneytrail/contract';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { keysOf, mergeWatchlist } from './merge-watchlist.ts';

const entry = (name: string, flag: 'red' | 'blue' | null = null): WatchlistEntry =>
  name.startsWith('#') ? { kind: 'section', name } : { kind: 'symbol', symbol: name, flag };
const list = (...names: string[]) => ({
  name: 'Mine',
  colour: null,
  entries: names.map((name) => entry(name)),
});
const namesOf = ({ entries }: { entries: readonly WatchlistEntry[] }) =>
  entries.map((each) => (each.kind === 'symbol' ? each.symbol : each.name));

it('keeps what both sides added, removed and moved', () => {
  const base = list('A', '#x', 'B', 'C');
  expect(
    namesOf(mergeWatchlist(base, list('A', '#x', 'N', 'B'), list('M', 'A', 'B', 'C'))),
  ).toEqual(['M', 'A', 'N', 'B']);
  expect(
    namesOf(mergeWatchlist(base, list('C', 'A', '#x', 'B'), list('A', '#x', 'B', 'C', 'Z'))),
  ).toEqual(['C', 'Z', 'A', '#x', 'B']);
});

it('puts a removed entry back into a list that others have changed since', () => {
  const left = list('A', '#x', 'C');
  const present = list('A', '#x', 'C', 'N');
  const undone = mergeWatchlist(left, list('A', 'B', '#x', 'C'), present);
  expect(namesOf(undone)).toEqual(['A', 'B', '#x', 'C', 'N']);
});

it('takes a name, a colour and a flag from the side that changed it', () => {
  const base = list('A', 'B');
  const mine = { ...base, name: 'New', entries: [entry('A', 'red'), entry('B')] };
  const theirs = { ...base, colour: 'blue' as const, entries: [entry('A'), entry('B', 'blue')] };
  expect(mergeWatchlist(base, mine, theirs)).toEqual({
    name: 'New',
    colour: 'blue',
    entries: [entry('A', 'red'), entry('B', 'blue')],
  });
});

const lists = fc
  .uniqueArray(fc.constantFrom('A', 'B', 'C', 'D', 'E', 'F', 'G', '#x', '#y'))
  .map((names) => list(...names));

it('loses nothing, brings nothing back and repeats nothing, whatever both sides do', () => {
  fc.assert(
    fc.property(lists, lists, lists, (base, mine, theirs) => {
      const merged = namesOf(mergeWatchlist(base, mine, theirs));
      const [was, own, other] = [base, mine, theirs].map((each) => new Set(namesOf(each)));
      const expected = new Set(
        [...new Set([...namesOf(mine), ...namesOf(theirs)])].filter((name) =>
          was?.has(name) ? own?.has(name) && other?.has(name) : true,
        ),
      );
      expect(new Set(merged)).toEqual(expected);
      expect(merged).toHaveLength(expected.size);
      expect(mergeWatchlist(base, mine, base)).toEqual(mine);
      expect(mergeWatchlist(base, base, theirs)).toEqual(theirs);
    }),
  );
});

it('tells equal headings apart', () => {
  const section = { kind: 'section', name: 'Coins' } as const;
  const symbol = { kind: 'symbol', symbol: 'FMP:BTC/USD', flag: null } as const;
  expect(new Set(keysOf([section, symbol, section, section])).size).toBe(4);
});
