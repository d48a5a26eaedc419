import { useEffect, useState } from 'react';

/** Lower than this a chart has room for one study pane. */
const LOW_PX = 480;

/** Whether an element is too low for all study panes; the ref goes to the element. */
export function useIsLow(): [place: (element: HTMLElement | null) => void, isLow: boolean] {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const [isLow, setLow] = useState(false);
  useEffect(() => {
    if (!element) return;
    const observer = new ResizeObserver(([entry]) => {
      setLow((entry?.contentRect.height ?? LOW_PX) < LOW_PX);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return [setElement, isLow];
}
