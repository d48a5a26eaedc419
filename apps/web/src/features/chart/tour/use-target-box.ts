import { useEffect, useState } from 'react';

/** Where an element stands on the page, px. */
export type TargetBox = { left: number; top: number; width: number; height: number };

function boxOf(target: string): TargetBox | null {
  const element = document.querySelector(`[data-tour="${target}"]`);
  if (!element) return null;
  const { left, top, width, height } = element.getBoundingClientRect();
  return { left, top, width, height };
}

/** The place of the element that carries `data-tour`; null while there is none. Followed while the page changes size. */
export function useTargetBox(target: string): TargetBox | null {
  const [box, setBox] = useState<TargetBox | null>(null);
  useEffect(() => {
    const place = () => setBox(boxOf(target));
    place();
    const observer = new ResizeObserver(place);
    observer.observe(document.body);
    window.addEventListener('resize', place);
    return () => {
      observer.disconnect();
      window.removeEventListener('resize', place);
    };
  }, [target]);
  return box;
}
