import type { ComparedInstrument, PriceScale, VisiblePart } from '@moneytrail/chart';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, it } from 'vitest';
import { createValueStore } from '../../../lib/value-store.ts';
import type { ChartController } from '../controller/chart-controller.ts';
import { ChartScreenProvider, type ChartScreenState } from '../model/chart-context.ts';
import { updatePreferences } from '../preferences/preferences.ts';
import { ScaleButtons } from './BottomBar.tsx';

afterEach(() => updatePreferences({ priceScale: 'normal' }));

/** The labels of the buttons, pressed ones in brackets, followed by their titles. */
function buttonsOf(mayBeNegative: boolean, scale: PriceScale, mayBeLog = scale === 'log') {
  const visible = { fromMs: 0, toMs: 1, isNewest: true, isAutoScaled: true, scale, mayBeLog };
  const controller = {
    visible: createValueStore<VisiblePart | null>(visible),
    timeFrame: createValueStore(null),
    compared: createValueStore<readonly ComparedInstrument[]>([]),
  } as unknown as ChartController;
  const info = { ticker: 'SAFEX:A-B', mayBeNegative };
  const state = { info, controller, resolution: '1D' } as ChartScreenState;
  const markup = renderToStaticMarkup(
    <ChartScreenProvider value={state}>
      <ScaleButtons />
    </ChartScreenProvider>,
  );
  return [...markup.matchAll(/<button(.*?)>(.*?)<\/button>/g)].map(([, attributes = '', text]) => {
    const [, title] = /title="(.*?)"/.exec(attributes) ?? [];
    const shown = attributes.includes('aria-pressed="true"') ? `[${text}]` : text;
    return title ? `${shown}: ${title}` : shown;
  });
}

it('marks the scale drawn for a spread, whatever was stored', () => {
  updatePreferences({ priceScale: 'log' });
  expect(buttonsOf(true, 'normal')).toEqual(['%', '[auto]']);
  expect(buttonsOf(true, 'percent')).toEqual(['[%]', 'auto']);
});

it('tells why no logarithmic scale is drawn while a price in view is not above zero', () => {
  updatePreferences({ priceScale: 'log' });
  expect(buttonsOf(false, 'log')).toEqual(['[log]', '%', 'auto']);
  const why = 'A logarithmic scale needs prices above zero.';
  expect(buttonsOf(false, 'normal')).toEqual([`log: ${why}`, '%', '[auto]']);
});
