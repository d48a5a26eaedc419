import { createValueStore, type ValueStore } from './value-store.ts';

/** The text size of browsers whose user has chosen none, px. */
const USUAL_PX = 16;

function readScale(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / USUAL_PX || 1;
}

/** A box as wide as one rem changes its width with the text size, which no event reports. */
function watchScale(): ValueStore<number> {
  const store = createValueStore(readScale());
  const box = document.createElement('div');
  box.ariaHidden = 'true';
  Object.assign(box.style, { position: 'fixed', width: '1rem', visibility: 'hidden' });
  document.body.append(box);
  new ResizeObserver(() => store.set(readScale())).observe(box);
  return store;
}

let watched: ValueStore<number> | null = null;

function scale(): ValueStore<number> {
  watched ??= watchScale();
  return watched;
}

/**
 * The text size chosen in the browser in proportion to the usual one, for what style sheets cannot size in rem: a canvas,
 * and rows whose places are computed.
 */
export const textScale: Pick<ValueStore<number>, 'get' | 'subscribe'> = {
  get: () => scale().get(),
  subscribe: (listener) => scale().subscribe(listener),
};
