import { useState } from 'react';
import { useValue } from '../../../stores/use-value.ts';
import { LazyPart, lazyPart } from '../../../ui/LazyPart.tsx';
import type { ChartController } from '../controller/chart-controller.ts';

const comparedRows = lazyPart(async () => (await import('./ComparedRows.tsx')).ComparedRows);

/** Where the legend names what is compared; its code is loaded with the first instrument. */
export function ComparedPlace({ controller }: { controller: ChartController }) {
  const [isGivenUp, setGivenUp] = useState(false);
  const { length } = useValue(controller.compared);
  if (length === 0 || isGivenUp) return null;
  return (
    <LazyPart
      part={comparedRows}
      props={{ controller }}
      fallback={null}
      onGiveUp={() => setGivenUp(true)}
    />
  );
}
