import { useEffect, useState } from 'react';

/** Where an element stands on the page, px. */
type TargetBox = { left: number; top: number; width: number; height: number };

/** The place of the element that carries `data-tour`; null while there is none. Followed while it or the page changes. */
export function useTargetBox(target: string): TargetBox | null {
  const [box, setBox] = useState<TargetBox | null>(null);
  useEffect(() => {
    const element = document.querySelector(`[data-tour="${target}"]`);
    const place = () => setBox(element?.getBoundingClientRect() ?? null);
    place();
    const observer = new ResizeObserver(place);
    observer.observe(element ?? document.body);
    window.addEventListener('resize', place);
    return () => {
      observer.disconnect();
      window.removeEventListener('resize', place);
    };
  }, [target]);
  return box;
}
