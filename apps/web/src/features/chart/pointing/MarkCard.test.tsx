import type { PointedMarks, PublishedMark } from '@moneytrail/chart';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { formatBarTime } from '../../../lib/format-time.ts';
import { ChartScreenProvider, type ChartScreenState } from '../model/chart-context.ts';
import { CardOf, cardTop } from './MarkCard.tsx';

const TIME = Date.UTC(2026, 10, 20);
const STATE = { decimals: 2, resolution: '1D', zone: 'Etc/UTC' } as ChartScreenState;

function markOf(id: string, notes: string[] = []): PublishedMark {
  return { id, time: TIME, price: 96.5, side: 'buy', strong: true, text: 'Strong buy', notes };
}

const POINTED: PointedMarks = {
  marks: [markOf('m1')],
  nearby: 0,
  bar: { time: TIME, open: 100, high: 106, low: 99, close: 105, volume: 1 },
  broken: [
    { key: 'shortResistance', level: 102, price: 105 },
    { key: 'longResistance', level: 104.5, price: 105 },
  ],
  xPx: 500,
  topPx: 300,
  bottomPx: 326,
};

function cardOf(changes: Partial<PointedMarks>) {
  const markup = renderToStaticMarkup(
    <ChartScreenProvider value={STATE}>
      <CardOf pointed={{ ...POINTED, ...changes }} />
    </ChartScreenProvider>,
  );
  const text = markup
    .replaceAll(' </span>', ' ')
    .replaceAll(/<\/(?:span|strong|li)>/g, '\n')
    .replaceAll(/<[^>]*>/g, '');
  return { markup, lines: text.split('\n').filter(Boolean) };
}

describe('the card of a mark', () => {
  it('tells the side, which levels broke, by how much and at what price', () => {
    expect(cardOf({}).lines).toEqual([
      '▲ Buy, strong',
      formatBarTime(TIME, '1D', 'Etc/UTC'),
      'Close 105.00',
      'Confirmed at the close · rules v1',
      'Broke short resistance 102.00',
      'by 3.00 (2.94\u00a0%) at 105.00',
      'Broke long resistance 104.50',
      'by 0.50 (0.48\u00a0%) at 105.00',
    ]);
  });

  it('names no level if the bar broke none, and later corrections of its bar', () => {
    const { lines } = cardOf({ broken: [], marks: [markOf('m1', ['Corrected later.'])] });
    expect(lines.slice(3)).toEqual(['Confirmed at the close · rules v1', 'Corrected later.']);
  });

  it('lists three marks and counts the others', () => {
    const marks = Array.from({ length: 13 }, (_, index) => markOf(`m${index}`));
    const { lines } = cardOf({ marks });
    expect(lines.filter((line) => line === '▲ Buy, strong')).toHaveLength(3);
    expect(lines.at(-1)).toBe('and 10 more');
    expect(cardOf({ marks: marks.slice(0, 3) }).lines.join()).not.toContain('more');
  });

  it('counts the marks of bars beside it that have no room', () => {
    expect(cardOf({ nearby: 4 }).lines.at(-1)).toBe('4 more beside it: zoom in to see');
  });

  it('is beside its bar, to the left if there is room, and never leaves the chart', () => {
    const place = (px: number) => `left:clamp(0px, ${px}px, 100% - 256px);width:256px`;
    expect(cardOf({}).markup).toContain(place(226));
    expect(cardOf({ xPx: 120 }).markup).toContain(place(138));
  });

  it('is centred on its mark, and stays inside a low chart with its first row visible', () => {
    const top = (middlePx: number, heightPx: number) =>
      cardTop({ middlePx, heightPx, roomPx: 400 });
    expect([top(200, 100), top(20, 100), top(390, 100)]).toEqual([150, 0, 300]);
    expect(top(200, 600)).toBe(0);
  });

  it("has a sign in the colour of the chart's marks", () => {
    expect(cardOf({}).markup).toContain('color:var(--mt-line-candleUp)');
  });
});
