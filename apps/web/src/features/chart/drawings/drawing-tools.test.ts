import type { Drawing } from '@moneytrail/chart';
import { DRAWING_TOOLS, firstStyle } from '@moneytrail/chart/model';
import { describe, expect, it } from 'vitest';
import { hintOf, nameOf, TOOL_GROUPS, toolOnButton } from './drawing-tools.ts';

const DRAWING: Drawing = {
  id: 'd1',
  tool: 'text',
  symbol: 'FMP:BTCUSD',
  points: [{ timeMs: 0, price: 64_210.5 }],
  style: firstStyle('text'),
  text: '',
  isLocked: false,
  isVisible: true,
};

describe('the drawing tools', () => {
  it('are each in exactly one group', () => {
    expect(TOOL_GROUPS.flatMap(({ tools }) => tools).toSorted()).toEqual([...DRAWING_TOOLS].sort());
  });

  it('show the last used one on the button of their group, the first one until then', () => {
    const [lines] = TOOL_GROUPS;
    if (!lines) throw new Error('There are groups.');
    expect(toolOnButton(lines, [])).toBe('trendLine');
    expect(toolOnButton(lines, ['brush', 'ray', 'arrow'])).toBe('ray');
  });

  it('ask for the next point and tell how to place it', () => {
    const waiting = { selected: null, tool: 'pitchfork', wanted: 3 } as const;
    expect(hintOf({ ...waiting, placed: 0 }, false)).toBe(
      'Pitchfork: choose the first point. Esc ends it.',
    );
    expect(hintOf({ ...waiting, placed: 2 }, true)).toBe('Pitchfork: tap the third point.');
    expect(hintOf({ selected: null, tool: 'text', wanted: 1, placed: 0 }, true)).toBe(
      'Text: tap its place.',
    );
    expect(hintOf({ selected: null, tool: 'brush', wanted: null, placed: 0 }, false)).toBe(
      'Brush: press and draw. Esc ends it.',
    );
    expect(hintOf({ selected: null, tool: null, wanted: null, placed: 0 }, false)).toBeNull();
  });
});

describe('the name of a drawing', () => {
  it('has its text on one line, truncated if long', () => {
    expect(nameOf({ ...DRAWING, text: ' Buy\n here ' }, 2)).toBe('Text · Buy here');
    expect(nameOf({ ...DRAWING, text: 'x'.repeat(60) }, 2)).toBe(`Text · ${'x'.repeat(40)}…`);
  });

  it('has the price of its first point if it has no text', () => {
    expect(nameOf({ ...DRAWING, tool: 'trendLine' }, 2)).toBe('Trend line · 64,210.50');
  });
});
