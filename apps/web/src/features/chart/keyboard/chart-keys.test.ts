import { describe, expect, it } from 'vitest';
import { chartCommand, type KeyPress, typedInterval } from './chart-keys.ts';

function press(key: string, changes: Partial<KeyPress> = {}): KeyPress {
  return {
    key,
    code: '',
    altKey: false,
    ctrlKey: false,
    metaKey: false,
    shiftKey: false,
    ...changes,
  };
}

const idle = { typed: '', hasSingleKeys: true };

describe('the keys of the live chart', () => {
  it('open the search with the pressed letter of any alphabet', () => {
    for (const letter of ['b', 'T', 'ä']) {
      expect(chartCommand(press(letter), idle)).toEqual({
        kind: 'open',
        panel: { kind: 'search', text: letter },
      });
    }
  });

  it('open all commands with Ctrl or Command and K, or a slash', () => {
    const palette = { kind: 'open', panel: { kind: 'palette' } };
    const off = { typed: '', hasSingleKeys: false };
    expect(chartCommand(press('k', { ctrlKey: true }), off)).toEqual(palette);
    expect(chartCommand(press('k', { metaKey: true }), idle)).toEqual(palette);
    expect(chartCommand(press('/'), idle)).toEqual(palette);
    expect(chartCommand(press('K', { ctrlKey: true, shiftKey: true }), idle)).toBeNull();
  });

  it('tell Alt+Shift+W, which adds to the watchlist, from Alt+W, which shows it', () => {
    const w = press('w', { code: 'KeyW', altKey: true });
    expect(chartCommand(w, idle)).toEqual({ kind: 'watchlist' });
    expect(chartCommand({ ...w, shiftKey: true }, idle)).toEqual({ kind: 'add-to-watchlist' });
  });

  it('open the journal with Alt+J, and a new note and the facts of the symbol with Alt+Shift', () => {
    const alt = { altKey: true, shiftKey: false };
    const open = (kind: string) => ({ kind: 'open', panel: { kind } });
    expect(chartCommand(press('j', { ...alt, code: 'KeyJ' }), idle)).toEqual(open('journal'));
    const shifted = { ...alt, shiftKey: true };
    expect(chartCommand(press('J', { ...shifted, code: 'KeyJ' }), idle)).toEqual({ kind: 'note' });
    expect(chartCommand(press('I', { ...shifted, code: 'KeyI' }), idle)).toEqual(open('symbol'));
  });

  it('set an interval by digits and Enter', () => {
    expect(chartCommand(press('2'), idle)).toEqual({ kind: 'interval', text: '2' });
    expect(chartCommand(press('4'), { ...idle, typed: '2' })).toEqual({
      kind: 'interval',
      text: '24',
    });
    expect(chartCommand(press('Enter'), { ...idle, typed: '240' })).toEqual({
      kind: 'setInterval',
      resolution: '240',
    });
  });

  it.each([
    ['15', '15'],
    ['15m', '15'],
    ['1m', '1'],
    ['1M', '1M'],
    ['1h', '60'],
    ['4H', '240'],
    ['1d', '1D'],
    ['D', '1D'],
    ['1w', '1W'],
    ['24h', null],
    ['0', null],
  ])('read %s as written', (text, resolution) => {
    expect(typedInterval(text)).toBe(resolution);
  });

  it('read h, d, w and m after a digit as part of the interval', () => {
    expect(chartCommand(press('h'), { ...idle, typed: '4' })).toEqual({
      kind: 'interval',
      text: '4h',
    });
    expect(chartCommand(press('d'), { ...idle, typed: '1' })).toEqual({
      kind: 'interval',
      text: '1d',
    });
    expect(typedInterval('1d')).toBe('1D');
    expect(typedInterval('7')).toBeNull();
  });

  it('drop an interval that does not exist on Enter', () => {
    expect(chartCommand(press('Enter'), { ...idle, typed: '7' })).toEqual({
      kind: 'interval',
      text: '',
    });
  });

  it('act while an interval is half typed, unless they are part of it', () => {
    const typing = { ...idle, typed: '7' };
    for (const key of ['b', 'ArrowLeft', 'Home', 'End', '+', '−', 'Delete', 'Tab']) {
      expect(chartCommand(press(key), typing)).toEqual(chartCommand(press(key), idle));
    }
  });

  it('match Alt combinations by physical key, whatever letter the layout writes', () => {
    const pressed = press('®', { altKey: true, code: 'KeyR' });
    expect(chartCommand(pressed, idle)).toEqual({ kind: 'reset' });
  });

  it('move by one bar or pixel, with Shift by ten', () => {
    expect(chartCommand(press('ArrowLeft'), idle)).toEqual({ kind: 'move', bars: -1, px: 0 });
    expect(chartCommand(press('ArrowDown'), idle)).toEqual({ kind: 'move', bars: 0, px: 1 });
    expect(chartCommand(press('ArrowRight', { shiftKey: true }), idle)).toEqual({
      kind: 'move',
      bars: 10,
      px: 0,
    });
  });

  it.each([
    ['KeyT', 'trendLine'],
    ['KeyH', 'horizontalLine'],
    ['KeyV', 'verticalLine'],
    ['KeyF', 'fibRetracement'],
  ])('choose a tool with Alt and %s', (code, tool) => {
    expect(chartCommand(press('†', { altKey: true, code }), idle)).toEqual({ kind: 'tool', tool });
  });

  it.each([
    ['z', false, 'undo'],
    ['Z', true, 'redo'],
    ['y', false, 'redo'],
    ['d', false, 'clone'],
    ['c', false, 'copy'],
    ['v', false, 'paste'],
  ])('undo, redo, clone, copy and paste with Ctrl or Command and %s', (key, shiftKey, kind) => {
    expect(chartCommand(press(key, { ctrlKey: true, shiftKey }), idle)).toEqual({ kind });
    expect(chartCommand(press(key, { metaKey: true, shiftKey }), idle)).toEqual({ kind });
  });

  it('remove the selection with Delete and Backspace', () => {
    expect(chartCommand(press('Delete'), idle)).toEqual({ kind: 'remove' });
    expect(chartCommand(press('Backspace'), idle)).toEqual({ kind: 'remove' });
  });

  it("leave the browser's own keys alone", () => {
    expect(chartCommand(press('r', { ctrlKey: true }), idle)).toBeNull();
    for (const key of ['d', 'c', 'v']) {
      expect(chartCommand(press(key, { ctrlKey: true, shiftKey: true }), idle)).toBeNull();
    }
    expect(chartCommand(press('Tab'), idle)).toBeNull();
    expect(chartCommand(press(' '), idle)).toBeNull();
    expect(chartCommand(press('F5'), idle)).toBeNull();
  });

  it('ignore single characters, and only those, when they are switched off', () => {
    const off = { typed: '', hasSingleKeys: false };
    for (const key of ['a', '5', '?', '+']) expect(chartCommand(press(key), off)).toBeNull();
    expect(chartCommand(press('End'), off)).toEqual({ kind: 'newest' });
  });
});
