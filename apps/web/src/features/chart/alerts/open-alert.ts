import type { AlertCondition } from '@moneytrail/contract';
import type { InputValues } from '@moneytrail/indicators';
import type { LevelKey } from '../../../lib/levels.ts';
import type { ChartScreenState } from '../model/chart-context.ts';

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

export function levelCondition(level: LevelKey, inputs: InputValues): AlertCondition {
  return { kind: 'level', level, event: 'reached', inputs };
}
