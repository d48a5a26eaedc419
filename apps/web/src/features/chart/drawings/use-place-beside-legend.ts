import { useEffect, useState } from 'react';

const GAP_PX = 6;

/**
 * Where a bar's upper edge stands so that it covers no line of the legend, px from the top of the chart; null where it
 * would have to stand under all of them, before the bars.
 */
function topBeside(bar: HTMLElement, legend: Element): number | null {
  const { left, height } = bar.getBoundingClientRect();
  const edge = bar.offsetParent?.getBoundingClientRect().top ?? 0;
  const covered = [...legend.children]
    .map((line) => line.getBoundingClientRect())
    .filter((line) => line.right + GAP_PX > left);
  const top = Math.max(0, ...covered.map(({ bottom }) => bottom - edge)) + GAP_PX;
  return top + height > legend.getBoundingClientRect().bottom - edge + height / 2 ? null : top;
}

/**
 * Keeps a bar beside the lines of the legend, where nothing is drawn, or, with no room there, above the axis of time; the ref
 * goes to the bar.
 */
export function usePlaceBesideLegend(isWide: boolean): (element: HTMLElement | null) => void {
  const [bar, setBar] = useState<HTMLElement | null>(null);
  useEffect(() => {
    if (!bar) return;
    const legend = isWide ? bar.parentElement?.querySelector('[data-region="legend"]') : null;
    const place = () => {
      bar.removeAttribute('data-low');
      const top = legend ? topBeside(bar, legend) : null;
      bar.style.top = top === null ? '' : `${top}px`;
      bar.toggleAttribute('data-low', top === null);
    };
    place();
    const observer = new ResizeObserver(place);
    for (const one of [bar, legend, bar.offsetParent]) if (one) observer.observe(one);
    return () => observer.disconnect();
  }, [bar, isWide]);
  return setBar;
}
