import { useWindowEvent } from '@mantine/hooks';
import { useState } from 'react';
import { useValue } from '../../../stores/use-value.ts';
import { chartKey } from '../data/kept-bars.ts';
import type { ChartScreenState } from '../model/chart-context.ts';
import { createTypedInterval } from './typed-interval.ts';

const CAPTURED = { capture: true };

/** The interval that is being typed on this chart; a press of the mouse or a finger, and another chart, give it up. */
export function useTypedInterval({ info, resolution }: ChartScreenState): {
  typed: string;
  setTyped: (text: string) => void;
  clearTyped: () => void;
} {
  const [interval] = useState(createTypedInterval);
  const { text, chart } = useValue(interval);
  const shown = chartKey(info.ticker, resolution);
  useWindowEvent('pointerdown', interval.clear, CAPTURED);
  return {
    typed: chart === shown ? text : '',
    setTyped: (next) => interval.set({ text: next, chart: shown }),
    clearTyped: interval.clear,
  };
}
