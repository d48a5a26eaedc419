import type { KlineChart } from '../kline/kline-chart.ts';

/**
 * Lets the page around an embedded chart scroll: the library's own element would keep every wheel and swipe to
 * itself. The plain wheel then scrolls, with Ctrl or ⌘ it zooms; sideways wheels pan. Returns what ends it.
 */
export function yieldToPage(container: HTMLElement, chart: KlineChart): () => void {
  const dom = chart.getDom();
  if (dom) {
    dom.style.touchAction = 'pan-y';
    dom.style.overscrollBehavior = 'auto';
  }
  const onWheel = (event: WheelEvent) => {
    const isUpright = Math.abs(event.deltaY) >= Math.abs(event.deltaX);
    if (isUpright && !event.ctrlKey && !event.metaKey) event.stopPropagation();
  };
  container.addEventListener('wheel', onWheel, { capture: true, passive: true });
  return () => container.removeEventListener('wheel', onWheel, { capture: true });
}
