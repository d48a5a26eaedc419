import type { ChartController } from '../controller/chart-controller.ts';
import { OverDrawings } from '../drawings/OverDrawings.tsx';
import { AccountKeys } from '../keyboard/AccountKeys.tsx';
import { MarkCard } from '../pointing/MarkCard.tsx';

/** The small parts that come over the bars once these are drawn, as one file. */
export function OverBars({ controller }: { controller: ChartController }) {
  return (
    <>
      <MarkCard controller={controller} />
      <OverDrawings controller={controller} />
      <AccountKeys />
    </>
  );
}
