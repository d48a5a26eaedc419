import { MantineProvider } from '@mantine/core';
import type { LegendValues, ValuesInView } from '@moneytrail/chart';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { createValueStore } from '../../../lib/value-store.ts';
import type { ChartController } from '../controller/chart-controller.ts';
import { ChartScreenProvider, type ChartScreenState } from '../model/chart-context.ts';
import { OhlcValues, PricesAtCrosshair } from './OhlcValues.tsx';

const BAR = { time: 0, open: 10, high: 12, low: 9, close: 11, volume: null };

function markupOf(
  legend: Partial<LegendValues> | null,
  { isShort = false, inView = null }: { isShort?: boolean; inView?: ValuesInView | null } = {},
): string {
  const controller = {
    legend: createValueStore(legend as LegendValues | null),
    inView: createValueStore(inView),
  } as unknown as ChartController;
  return renderToStaticMarkup(
    <MantineProvider>
      <ChartScreenProvider value={{ decimals: 2, resolution: '60' } as ChartScreenState}>
        <OhlcValues controller={controller} isShort={isShort} />
      </ChartScreenProvider>
    </MantineProvider>,
  ).replaceAll(/<style.*?<\/style>/gs, '');
}

function valuesOf(legend: Partial<LegendValues> | null, isShort = false) {
  const markup = markupOf(legend, { isShort });
  const words = markup.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
  return { words: words.trim(), stops: markup.match(/tabindex="0"/gi)?.length ?? 0 };
}

describe('the folded legend at the crosshair', () => {
  it('shows open, high, low and close', () => {
    const controller = {
      legend: createValueStore({ bar: BAR, isAtCrosshair: true } as LegendValues | null),
    } as unknown as ChartController;
    const markup = renderToStaticMarkup(
      <ChartScreenProvider value={{ decimals: 2 } as ChartScreenState}>
        <PricesAtCrosshair controller={controller} />
      </ChartScreenProvider>,
    );
    const words = markup.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
    expect(words.trim()).toBe('O 10.00 H 12.00 L 9.00 C 11.00');
  });
});

describe('the values of a bar', () => {
  it('share one reason, reachable by keyboard, without a bar', () => {
    const none = { words: 'O – H – L – C – V – no bar is loaded', stops: 1 };
    expect(valuesOf({ bar: null, previousClose: null })).toEqual(none);
    expect(valuesOf(null, true)).toEqual({ words: '– no bar is loaded', stops: 1 });
  });

  it('each have a reason if the bar does not know them', () => {
    const { words, stops } = valuesOf({ bar: BAR, previousClose: null });
    expect(words).toContain('O 10.00 H 12.00 L 9.00 C 11.00 – the bar before is not known');
    expect(words).toContain('V – this market reports no volume');
    expect(stops).toBe(2);
  });

  it('name the interval of the change where the price stands alone', () => {
    const { words } = valuesOf({ bar: BAR, previousClose: 10 }, true);
    expect(words).toBe('11.00 1h ▲ +1.00 (+10.00 %)');
  });

  it('keep the width of the longest number in view, whatever bar is pointed at', () => {
    const inView = {
      low: 9.5,
      high: 12_345.6,
      change: 1_200.25,
      percent: 11.5,
      volume: 4_000,
      studies: {},
    };
    const markup = markupOf({ bar: BAR, previousClose: 10 }, { inView });
    const widths = [...markup.matchAll(/data-longest="([^"]*)"/g)].map(([, text]) => text);
    const price = '12,345.60';
    const change = '▼ −1,200.25 (−11.50\u00a0%)';
    expect(widths).toEqual([price, price, price, price, change, '88.8\u00a0M']);
  });
});
