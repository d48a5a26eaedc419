import type { StudyInputs } from '@moneytrail/indicators';
import { type RefObject, useEffect, useState } from 'react';
import type { FigureChart, FigureSpec, FigureValues } from './open-figure.ts';

/** Begins before the figure is in sight, so that it is drawn when it is. */
const AHEAD = '300px 0px';

export type FigureState = {
  chart: FigureChart | null;
  values: FigureValues | null;
  /** The chart's code or its bars could not be loaded. */
  hasFailed: boolean;
  retry: () => void;
};

/** Whether an element is, or was, near the window. */
function useWasNear(place: RefObject<HTMLElement | null>): boolean {
  const [wasNear, setWasNear] = useState(false);
  useEffect(() => {
    const element = place.current;
    if (!element || wasNear) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setWasNear(true);
      },
      { rootMargin: AHEAD },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [place, wasNear]);
  return wasNear;
}

/** Draws a figure into an element once that comes near the window; the engine is loaded then. */
export function useFigure(
  place: RefObject<HTMLElement | null>,
  spec: FigureSpec,
  inputs: Partial<StudyInputs>,
): FigureState {
  const wasNear = useWasNear(place);
  const [chart, setChart] = useState<FigureChart | null>(null);
  const [values, setValues] = useState<FigureValues | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => {
    const element = place.current;
    if (!element || !wasNear || hasFailed) return;
    let isOver = false;
    let opened: FigureChart | null = null;
    import('./open-figure.ts')
      .then(({ openFigure }) => openFigure(element, spec, setValues))
      .then((figure) => {
        if (isOver) return figure.end();
        opened = figure;
        setChart(figure);
      })
      .catch(() => {
        if (!isOver) setHasFailed(true);
      });
    return () => {
      isOver = true;
      setChart(null);
      opened?.end();
    };
  }, [place, spec, wasNear, hasFailed]);
  useEffect(() => chart?.setInputs(inputs), [chart, inputs]);
  return { chart, values, hasFailed, retry: () => setHasFailed(false) };
}
