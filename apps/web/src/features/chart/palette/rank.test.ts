import { DAY_MS } from '@moneytrail/calendar';
import { describe, expect, it } from 'vitest';
import {
  type CommandUse,
  type Findable,
  foundGroups,
  MOST_USES,
  readUses,
  withUse,
} from './rank.ts';

const NOW_MS = 1_700_000_000_000;

function command(id: string, changes: Partial<Findable> = {}): Findable {
  return { id, group: 'Commands', name: id, shortName: '', aliases: [], ...changes };
}

function found(commands: Findable[], text: string, uses: CommandUse[] = []) {
  return foundGroups(commands, { text, uses, nowMs: NOW_MS }).map(
    ({ title, commands: of }) => `${title}: ${of.map(({ id }) => id).join(' ')}`,
  );
}

const used = (id: string, times: number, nowMs = NOW_MS) =>
  Array.from({ length: times }).reduce<CommandUse[]>((uses) => withUse(uses, id, nowMs), []);

describe('the order of commands', () => {
  it('follows the match, then the uses, then their own order', () => {
    const commands = [
      command('zoom in'),
      command('zoom out'),
      command('zoom'),
      command('reset', { aliases: ['zoom'] }),
    ];
    expect(found(commands, 'zoom')).toEqual(['Commands: zoom reset zoom in zoom out']);
    expect(found(commands, 'zoom', used('zoom out', 1))).toEqual([
      'Commands: zoom reset zoom out zoom in',
    ]);
  });

  it('tells a month from a minute by its capital', () => {
    const intervals = [
      command('minute', { group: 'Intervals', shortName: '1m' }),
      command('month', { group: 'Intervals', shortName: '1M' }),
    ];
    expect(found(intervals, '1m')).toEqual(['Intervals: minute month']);
    expect(found(intervals, '1M')).toEqual(['Intervals: month minute']);
  });

  it('puts the group of the best match first, and leaves out parts of words beside whole ones', () => {
    const commands = [
      command('version'),
      command('Relative strength', { group: 'Indicators', shortName: 'RSI' }),
      command('RSIX', { group: 'Symbols', found: 'here' }),
    ];
    expect(found(commands, 'rsi')).toEqual(['Indicators: Relative strength', 'Symbols: RSIX']);
    expect(found(commands, 'ersi')).toEqual(['Symbols: RSIX']);
    expect(found(commands.slice(0, 2), 'ersi')).toEqual(['Commands: version']);
  });

  it('finds misspelled and abbreviated words where there are no others', () => {
    const commands = [
      command('Supertrend', { group: 'Indicators' }),
      command('Simple moving average', { group: 'Indicators' }),
      command('SUPRUSD', { group: 'Symbols', found: 'late' }),
    ];
    expect(found(commands.slice(0, 2), 'moving avg')).toEqual([
      'Indicators: Simple moving average',
    ]);
    expect(found(commands, 'suprtrend')).toEqual(['Indicators: Supertrend', 'Symbols: SUPRUSD']);
    expect(found([...commands, command('Suprtrend')], 'suprtrend')).toEqual([
      'Commands: Suprtrend',
      'Symbols: SUPRUSD',
    ]);
  });

  it('never lets a symbol that arrives later take the first place', () => {
    const late = command('RSI', { group: 'Symbols', shortName: 'RSI', found: 'late' });
    expect(found([late, command('version')], 'rsi')).toEqual(['Commands: version', 'Symbols: RSI']);
    expect(found([late], 'rsi')).toEqual(['Symbols: RSI']);
  });

  it('begins with the commands used most, each listed once', () => {
    const commands = [command('a'), command('b'), command('c', { group: 'Indicators' })];
    expect(found(commands, ' ')).toEqual(['Commands: a b']);
    expect(found(commands, '', [...used('b', 1), ...used('c', 2)])).toEqual([
      'Recent: c b',
      'Commands: a',
    ]);
  });
});

describe('the uses of commands', () => {
  it('weigh half as much after two weeks', () => {
    const [former] = used('a', 3, NOW_MS - 14 * DAY_MS);
    expect(withUse(former ? [former] : [], 'a', NOW_MS)[0]?.weight).toBeCloseTo(2.5, 9);
  });

  it('keep the newest and the most used of too many', () => {
    let uses: CommandUse[] = used('often', 5);
    for (let index = 0; index <= MOST_USES; index += 1) {
      uses = withUse(uses, `once ${index}`, NOW_MS + index);
    }
    expect(uses).toHaveLength(MOST_USES);
    expect(uses[0]?.id).toBe(`once ${MOST_USES}`);
    expect(uses.some(({ id }) => id === 'often')).toBe(true);
    expect(uses.some(({ id }) => id === 'once 0')).toBe(false);
  });

  it('are read from any stored value', () => {
    const use = { id: 'a', weight: 1, atMs: 1 };
    expect(readUses([use, { ...use, weight: 'x' }, null, { ...use, weight: -1 }])).toEqual([use]);
    expect(readUses('nonsense')).toEqual([]);
    expect(readUses(undefined)).toEqual([]);
  });
});
