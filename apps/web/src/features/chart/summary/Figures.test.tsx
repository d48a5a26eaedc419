import { MantineProvider } from '@mantine/core';
import type { ChartBar } from '@moneytrail/chart';
import type { Summary } from '@moneytrail/indicators';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { createValueStore } from '../../../lib/value-store.ts';
import type { ChartController } from '../controller/chart-controller.ts';
import { ChartScreenProvider, type ChartScreenState } from '../model/chart-context.ts';
import { PriceHead } from './Figures.tsx';
import { LevelsTable } from './LevelsTable.tsx';

const TIME = Date.UTC(2026, 10, 20);
const STATE = { decimals: 2, resolution: '1D', zone: 'Etc/UTC' } as ChartScreenState;
const LEVEL_VALUES = {
  longTermResistance: 117,
  shortTermResistance: 103,
  shortTermSupport: 101,
  longTermSupport: 60,
};
const SUMMARY = {
  currentPrice: 100,
  currentPriceTime: TIME,
  barCount: 500,
  levels: Object.fromEntries(
    Object.entries(LEVEL_VALUES).map(([key, value]) => [key, { value, depth: [] }]),
  ),
} as unknown as Summary;

type Shown = { lastBar: { time: number; close: number }; sessionClose?: number };

/** The text of a part of the summary; unknown values are `–` and the reason. */
function wordsOf(
  summary: Partial<Summary>,
  { lastBar, sessionClose }: Shown,
  Part: 'head' | 'levels' = 'head',
): string {
  const controller = {
    lastBar: createValueStore<ChartBar | null>(lastBar as ChartBar),
    sessionClose: createValueStore<number | null>(sessionClose ?? null),
  } as unknown as ChartController;
  const shown = { summary: { ...SUMMARY, ...summary }, controller };
  const markup = renderToStaticMarkup(
    <MantineProvider>
      <ChartScreenProvider value={STATE}>
        {Part === 'head' ? (
          <PriceHead {...shown} />
        ) : (
          <LevelsTable {...shown} depthLevel={null} onToggleDepth={() => {}} />
        )}
      </ChartScreenProvider>
    </MantineProvider>,
  );
  return markup
    .replaceAll(/<style.*?<\/style>/gs, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ');
}

const FORMING = { time: TIME + 86_400_000, close: 104 };
const CLOSED = { time: TIME, close: 100 };

describe('the head of the summary', () => {
  it('shows the live price and, below it, the last close while a bar forms', () => {
    const words = wordsOf({}, { lastBar: FORMING });
    expect(words).toContain('104.00');
    expect(words).toContain('Last close 100.00 ·');
  });

  it('shows the price once while no bar forms, as both are equal', () => {
    const words = wordsOf({}, { lastBar: CLOSED });
    expect(words.match(/100\.00/g)).toHaveLength(1);
    expect(words).toContain('Last close ·');
  });

  it('tells why there is no change, and that no bar has closed', () => {
    const none = { currentPrice: Number.NaN, currentPriceTime: Number.NaN };
    const words = wordsOf(none, { lastBar: { time: TIME, close: 5 } });
    expect(words).toContain('the close of the session before is not known');
    expect(words).toContain('No bar has closed yet');
  });

  it('tells the change since the close of the session before, not since the bar before', () => {
    const words = wordsOf({}, { lastBar: FORMING, sessionClose: 80 });
    expect(words).toContain('▲ +24.00 (+30.00 %)');
    expect(wordsOf({}, { lastBar: CLOSED, sessionClose: 80 })).toContain('▲ +20.00 (+25.00 %)');
  });
});

describe('the levels of the summary', () => {
  it('are as far away as they are from the price shown above them; passed ones are broken', () => {
    const words = wordsOf({}, { lastBar: FORMING }, 'levels');
    expect(words).toContain('117.00 +12.50 %');
    expect(words).toContain('103.00 −0.96 % broken');
    expect(words).toContain('101.00 −2.88 % Long');
    expect(words.match(/broken/g)).toHaveLength(1);
  });

  it('are measured from the last close while no bar forms', () => {
    const words = wordsOf({}, { lastBar: CLOSED }, 'levels');
    expect(words).toContain('117.00 +17.00 %');
    expect(words).toContain('101.00 +1.00 % broken');
  });
});
