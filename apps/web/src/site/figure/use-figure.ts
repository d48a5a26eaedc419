import type { StudyInputs } from '@moneytrail/indicators';
import { type RefObject, useEffect, useState } from 'react';
import type { FigureChart, FigureSpec, FigureValues } from './open-figure.ts';

/** Loads ahead, so that the figure is drawn by the time it is in view. */
const AHEAD = '300px 0px';

export type FigureState = {
  chart: FigureChart | null;
  values: FigureValues | null;
  /** Code or bars failed to load. */
  hasFailed: boolean;
  retry: () => void;
};

/** True once an element has come near the viewport. */
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

/** Loads the engine and draws a figure once its element comes near the viewport. */
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
