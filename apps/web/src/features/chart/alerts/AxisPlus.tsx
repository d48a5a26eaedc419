import { IconPlus } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { formatPrice } from '../../../lib/format.ts';
import { useSelected } from '../../../stores/use-value.ts';
import type { ChartController } from '../controller/chart-controller.ts';
import { useKeys } from '../keyboard/use-keys.ts';
import { useChartScreen } from '../model/chart-context.ts';
import classes from './AxisPlus.module.css';
import { priceCondition } from './open-alert.ts';

type Pointed = { x: number; y: number; price: number };

/** A plus beside the price axis at the height of the mouse: an alert at that price, as `Alt+A` makes it. */
export function AxisPlus({ controller }: { controller: ChartController }) {
  const keys = useKeys();
  const { openPanel, decimals } = useChartScreen();
  const pointed = usePointed(controller);
  const hasTool = useSelected(controller.drawing, ({ tool }) => tool !== null);
  if (!pointed || hasTool) return null;
  const { x, y, price } = pointed;
  return (
    <button
      type="button"
      className={classes.plus}
      style={{ left: x, top: y }}
      // The menu and the key are the ways of others than the mouse.
      tabIndex={-1}
      aria-label={`Alert at ${formatPrice(price, decimals)}`}
      title={`Alert at ${formatPrice(price, decimals)} (${keys({ kind: 'alert' })})`}
      onClick={() => openPanel({ kind: 'alert', condition: priceCondition(price, decimals) })}
    >
      <IconPlus size={14} stroke={2} aria-hidden="true" />
    </button>
  );
}

/** The price under the mouse, and the place beside the price axis at its height; null elsewhere. */
function usePointed({ engine }: ChartController): Pointed | null {
  const [pointed, setPointed] = useState<Pointed | null>(null);
  useEffect(() => {
    const chart = document.getElementById('chart');
    const over = new AbortController();
    const onMove = ({ pointerType, target, clientX, clientY }: PointerEvent) => {
      if (!chart || !(target instanceof Element) || target.closest(`.${classes.plus}`)) return;
      const { left, top } = chart.getBoundingClientRect();
      const [x, y] = [clientX - left, clientY - top];
      const isOver = pointerType === 'mouse' && chart.contains(target);
      const price = isOver ? engine.pointAt(x, y)?.price : undefined;
      setPointed(price === undefined ? null : { x: engine.plotWidthPx(), y, price });
    };
    window.addEventListener('pointermove', onMove, { signal: over.signal });
    return () => over.abort();
  }, [engine]);
  return pointed;
}
