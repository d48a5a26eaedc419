import { useState } from 'react';
import { LazyPart, lazyPart } from '../../../ui/LazyPart.tsx';
import { useHadBars } from '../controller/use-first-bars.ts';
import { useChartScreen } from '../model/chart-context.ts';
import { usePreferences } from '../preferences/preferences.ts';
import classes from './DrawingBarPlace.module.css';

const drawingBar = lazyPart(async () => (await import('./DrawingBar.tsx')).DrawingBar);

/** The place of the drawing tools: it has its width from the start, and the tools load after the first bars. */
export function DrawingBarPlace() {
  const { controller } = useChartScreen();
  const { isBarFolded } = usePreferences().drawing;
  const hadBars = useHadBars(controller);
  const [isGivenUp, setGivenUp] = useState(false);
  const place = <div className={isBarFolded ? undefined : classes.place} />;
  if (!controller || !hadBars || isGivenUp) return place;
  return (
    <LazyPart
      part={drawingBar}
      props={{ controller }}
      fallback={place}
      failedText="The drawing tools could not be loaded."
      onGiveUp={() => setGivenUp(true)}
    />
  );
}
