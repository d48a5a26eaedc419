import { useWindowEvent } from '@mantine/hooks';
import { isKeyOfOverlay } from '../../ui/is-key-of-overlay.ts';

const FOCUSABLE = 'a[href], button:not(:disabled), input:not(:disabled), [tabindex="0"]';

/** What of a region takes the focus; null while there is nothing, as where figures are still awaited. */
function targetOf(region: HTMLElement): HTMLElement | null {
  return region.matches(FOCUSABLE) ? region : region.querySelector<HTMLElement>(FOCUSABLE);
}

/** The region with something to focus after (or before) the one that holds the focus, round in a circle. */
function nextRegion(step: 1 | -1): HTMLElement | undefined {
  const regions = [...document.querySelectorAll<HTMLElement>('[data-region]')].filter(
    (region) =>
      (region.offsetParent !== null || getComputedStyle(region).position === 'fixed') &&
      targetOf(region) !== null,
  );
  const present = regions.findIndex((region) => region.contains(document.activeElement));
  const next = present < 0 && step < 0 ? regions.length - 1 : present + step;
  return regions[(next + regions.length) % regions.length];
}

/** `F6` goes from one region of the page to the next, with `Shift` back; a dialog keeps the focus. */
export function useRegionKeys(): void {
  useWindowEvent('keydown', (event) => {
    if (event.key !== 'F6' || event.ctrlKey || event.altKey || event.metaKey) return;
    if (isKeyOfOverlay(event)) return;
    const region = nextRegion(event.shiftKey ? -1 : 1);
    if (!region) return;
    event.preventDefault();
    targetOf(region)?.focus();
  });
}
