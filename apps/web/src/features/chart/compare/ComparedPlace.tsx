import { useValue } from '../../../stores/use-value.ts';
import { LazyPart, lazyPart } from '../../../ui/LazyPart.tsx';
import type { ChartController } from '../controller/chart-controller.ts';

const comparedRows = lazyPart(async () => (await import('./ComparedRows.tsx')).ComparedRows);

/** Where the legend names what is compared; its code is loaded with the first instrument. */
export function ComparedPlace({ controller }: { controller: ChartController }) {
  if (useValue(controller.compared).length === 0) return null;
  return (
    <LazyPart
      part={comparedRows}
      props={{ controller }}
      fallback={null}
      onGiveUp={() => controller.engine.comparison.set([])}
    />
  );
}
