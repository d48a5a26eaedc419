import { useState } from 'react';

/** Whether an element is lower than so many px, 0 excepted; `place` goes to its ref. The same `px` at each render. */
export function useIsLower(px: number): {
  place: (element: HTMLElement | null) => void;
  isLower: boolean;
} {
  const [isLower, setIsLower] = useState(false);
  const [place] = useState(() => (element: HTMLElement | null) => {
    if (!element) return;
    const observer = new ResizeObserver(([entry]) => {
      const heightPx = entry?.contentRect.height ?? 0;
      setIsLower(heightPx > 0 && heightPx < px);
    });
    observer.observe(element);
    return () => observer.disconnect();
  });
  return { place, isLower };
}
