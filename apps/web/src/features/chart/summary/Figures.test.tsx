import { MantineProvider } from '@mantine/core';
import type { ChartBar } from '@moneytrail/chart';
import type { Summary } from '@moneytrail/indicators';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { createValueStore } from '../../../lib/value-store.ts';
import type { ChartController } from '../controller/chart-controller.ts';
import { ChartScreenProvider, type ChartScreenState } from '../model/chart-context.ts';
import { PriceHead } from './Figures.tsx';

const TIME = Date.UTC(2026, 10, 20);
const STATE = { decimals: 2, resolution: '1D', zone: 'Etc/UTC' } as ChartScreenState;
const SUMMARY = { currentPrice: 100, currentPriceTime: TIME, previousClose: 90 } as Summary;

/** The text of the head; unknown values are `–` and the reason. */
function wordsOf(summary: Partial<Summary>, lastBar: { time: number; close: number }): string {
  const lastBarStore = createValueStore<ChartBar | null>(lastBar as ChartBar);
  const controller = { lastBar: lastBarStore } as unknown as ChartController;
  const markup = renderToStaticMarkup(
    <MantineProvider>
      <ChartScreenProvider value={STATE}>
        <PriceHead summary={{ ...SUMMARY, ...summary }} controller={controller} />
      </ChartScreenProvider>
    </MantineProvider>,
  );
  return markup
    .replaceAll(/<style.*?<\/style>/gs, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ');
}

describe('the head of the summary', () => {
  it('shows the live price and, below it, the last close while a bar forms', () => {
    const words = wordsOf({}, { time: TIME + 86_400_000, close: 104 });
    expect(words).toContain('104.00');
    expect(words).toContain('Last close 100.00 ·');
  });

  it('shows the price once while no bar forms, as both are equal', () => {
    const words = wordsOf({}, { time: TIME, close: 100 });
    expect(words.match(/100\.00/g)).toHaveLength(1);
    expect(words).toContain('Last close ·');
  });

  it('tells why there is no change, and that no bar has closed', () => {
    const none = { currentPrice: Number.NaN, currentPriceTime: Number.NaN };
    const words = wordsOf(none, { time: TIME, close: 5 });
    expect(words).toContain('the bar before is not known');
    expect(words).toContain('No bar has closed yet');
  });
});
