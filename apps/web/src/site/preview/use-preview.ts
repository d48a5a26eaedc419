import type { Resolution } from '@moneytrail/calendar';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Preview, PreviewState } from './open-preview.ts';

const BEFORE: PreviewState = {
  isSimulated: false,
  price: '–',
  change: '',
  direction: 'none',
  status: null,
  failure: null,
};
const NEAR = '200px';
const UNREACHED = 'The chart could not be loaded.';

/** Runs once an element is near the viewport and the page is idle; returns a cancellation. */
function whenNear(element: HTMLElement, run: () => void): () => void {
  let idle = 0;
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      // Safari lacks requestIdleCallback.
      if (!('requestIdleCallback' in window)) run();
      else idle = window.requestIdleCallback(run, { timeout: 2_000 });
    },
    { rootMargin: NEAR },
  );
  observer.observe(element);
  return () => {
    observer.disconnect();
    if (idle !== 0) window.cancelIdleCallback(idle);
  };
}

/** Loads code and data of the live chart when its element comes near the viewport. */
export function usePreview(
  place: RefObject<HTMLElement | null>,
  resolution: Resolution,
): { state: PreviewState; isOpen: boolean; retry: () => void } {
  const [state, setState] = useState(BEFORE);
  const [attempt, setAttempt] = useState(0);
  const [preview, setPreview] = useState<Preview | null>(null);
  const wanted = useRef(resolution);
  wanted.current = resolution;

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt is another chart.
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    let isOver = false;
    let opened: Preview | null = null;
    const open = async () => {
      const { openPreview } = await import('./open-preview.ts');
      if (isOver) return;
      const made = await openPreview(element, wanted.current, setState);
      if (isOver) made.end();
      else {
        opened = made;
        setPreview(made);
      }
    };
    const cancel = whenNear(element, () => {
      open().catch(() => !isOver && setState({ ...BEFORE, failure: UNREACHED }));
    });
    return () => {
      isOver = true;
      cancel();
      opened?.end();
      setPreview(null);
    };
  }, [place, attempt]);

  const shown = useRef(resolution);
  useEffect(() => {
    if (!preview || shown.current === resolution) return;
    shown.current = resolution;
    preview.show(resolution);
  }, [preview, resolution]);

  const retry = () => {
    setState(BEFORE);
    if (preview) preview.retry();
    else setAttempt((count) => count + 1);
  };
  return { state, isOpen: preview !== null, retry };
}
