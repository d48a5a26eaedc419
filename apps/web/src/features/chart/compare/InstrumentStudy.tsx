import type { ReactNode } from 'react';
import { useSelected, useValue } from '../../../stores/use-value.ts';
import type { ChartController } from '../controller/chart-controller.ts';
import legend from '../legend/Legend.module.css';
import { studiedInstrument } from './studied-instruments.ts';

/** The decimals of a study's prices, and the reason for a missing value. */
export type OfInstrument = { decimals: number | null; why: string };

type Props = {
  symbol: string;
  controller: ChartController;
  children: (of: OfInstrument) => ReactNode;
};

/** The values of a study of a compared instrument in the legend, or the reason why it has none. */
export function InstrumentStudy({ symbol, controller, children }: Props) {
  const compared = useValue(controller.compared);
  // A text, so that only other words draw the line again.
  const told = useSelected(controller.comparedReadings, (readings) =>
    JSON.stringify(studiedInstrument(symbol, { compared, readings })),
  );
  const { decimals, isLoading, problem, why }: ReturnType<typeof studiedInstrument> =
    JSON.parse(told);
  if (problem) return <span className={legend.problem}>{problem}</span>;
  if (isLoading) return <span className={legend.inputs}>loading…</span>;
  return children({ decimals, why });
}
