import type { AlertCondition } from '@moneytrail/contract';
import type { InputValues } from '@moneytrail/indicators';
import type { LevelKey } from '../../../lib/levels.ts';
import type { ChartScreenState } from '../model/chart-context.ts';
import type { StudyOnChart } from '../preferences/studies-on-chart.ts';

type Screen = Pick<ChartScreenState, 'controller' | 'decimals' | 'openPanel'>;

/** The price of the crosshair; undefined while it is hidden. */
export function crosshairPrice({ controller }: Pick<Screen, 'controller'>): number | undefined {
  return controller?.engine.crosshair()?.price;
}

/** Opens the dialog for an alert on the price of the crosshair, else on the newest price. */
export function openAlertAtCrosshair(screen: Screen, price = crosshairPrice(screen)): void {
  const { controller, decimals, openPanel } = screen;
  const shown = price ?? controller?.newest.get()?.price ?? Number.NaN;
  openPanel({ kind: 'alert', condition: priceCondition(shown, decimals) });
}

/** A condition on a price with the instrument's decimals; a place on the canvas has more. */
export function priceCondition(price: number, decimals: number): AlertCondition {
  return { kind: 'price', is: 'crosses', value: Number(price.toFixed(decimals)) };
}

/**
 * The condition that an alert on a study begins with: its levels, its marks, or its first line; one over the prices is crossed by
 * them.
 */
export function studyCondition({
  id,
  outputs: [output],
  chosenInputs: inputs,
  standsIn,
}: Pick<StudyOnChart, 'id' | 'outputs' | 'chosenInputs' | 'standsIn'>): AlertCondition {
  if (id === 'combo') return signalCondition('any', false);
  if (id === 'shortTermLevels') return levelCondition('shortTermResistance', inputs);
  if (id === 'longTermLevels') return levelCondition('longTermResistance', inputs);
  const isOverPrices = standsIn === 'main' && output?.format === 'price';
  const than = isOverPrices ? ({ price: 'close' } as const) : { value: Number.NaN };
  return { kind: 'study', study: id, output: output?.key ?? '', inputs, is: 'crosses', than };
}

/** A move in percent, which suits instruments of any price. */
export const USUAL_MOVE: AlertCondition = {
  kind: 'move',
  direction: 'either',
  size: 2,
  unit: 'percent',
  bars: 5,
};

export function levelCondition(level: LevelKey, inputs: InputValues): AlertCondition {
  return { kind: 'level', level, event: 'reached', inputs };
}

export function signalCondition(
  side: 'buy' | 'sell' | 'any',
  isStrongOnly: boolean,
): AlertCondition {
  return { kind: 'signal', side, isStrongOnly };
}
