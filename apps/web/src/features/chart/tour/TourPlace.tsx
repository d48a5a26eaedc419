import { useState } from 'react';
import { LazyPart, lazyPart } from '../../../ui/LazyPart.tsx';
import type { ChartController } from '../controller/chart-controller.ts';
import { useHadBars } from '../controller/use-first-bars.ts';
import type { FreeStart } from '../paywall/use-paywall.ts';
import { usePreferences } from '../preferences/preferences.ts';
import classes from './TourPlace.module.css';

type Props = {
  controller: ChartController | null;
  hasSummary: boolean;
  freeStart: FreeStart | null;
};

const tour = lazyPart(async () => (await import('./Tour.tsx')).Tour);

/** The place of the tour: it has its height from the start, and the tour loads after the first bars. */
export function TourPlace({ controller, ...shown }: Props) {
  const { isTourDone } = usePreferences();
  const hadBars = useHadBars(controller);
  const [isGivenUp, setGivenUp] = useState(false);
  if (isTourDone || isGivenUp) return null;
  return (
    <div className={classes.place}>
      {hadBars && (
        <LazyPart part={tour} props={shown} fallback={null} onGiveUp={() => setGivenUp(true)} />
      )}
    </div>
  );
}
