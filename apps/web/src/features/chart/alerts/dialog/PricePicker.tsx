import { useEffect } from 'react';
import type { ChartController } from '../../controller/chart-controller.ts';
import { useChartScreen } from '../../model/chart-context.ts';
import { Hint } from '../../pointing/Hint.tsx';

type PickerProps = {
  controller: ChartController;
  onTake: (price: number) => void;
  onEnd: () => void;
};

/** Takes the price of the next press on the chart, or of the crosshair with `Enter`. */
export function PricePicker({ controller, onTake, onEnd }: PickerProps) {
  const { decimals } = useChartScreen();
  useEffect(() => {
    const { engine } = controller;
    const chart = document.getElementById('chart');
    const over = new AbortController();
    const take = (price: number | undefined) => {
      if (price === undefined) return;
      onTake(Number(price.toFixed(decimals)));
      onEnd();
    };
    const onPress = (event: PointerEvent) => {
      if (!chart || !(event.target instanceof Node) || !chart.contains(event.target)) return;
      const { left, top } = chart.getBoundingClientRect();
      event.stopPropagation();
      event.preventDefault();
      take(engine.pointAt(event.clientX - left, event.clientY - top)?.price);
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onEnd();
      else if (event.key === 'Enter') take(engine.crosshair()?.price);
      else return;
      event.stopPropagation();
      event.preventDefault();
    };
    const options = { capture: true, signal: over.signal };
    window.addEventListener('pointerup', onPress, options);
    window.addEventListener('keydown', onKey, options);
    chart?.focus();
    return () => over.abort();
  }, [controller, decimals, onTake, onEnd]);
  return <Hint text="Choose a price on the chart." closeLabel="Keep the price" onClose={onEnd} />;
}
