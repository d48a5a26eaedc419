import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Where a card begins that stands beside a place, px from the top: beside its middle, but never outside. */
export function cardTop({ middlePx, heightPx, roomPx }: Record<CardSize, number>): number {
  return Math.max(0, Math.min(middlePx - heightPx / 2, roomPx - heightPx));
}

type CardSize = 'middlePx' | 'heightPx' | 'roomPx';

/** Keeps a card, whatever its height, inside what it is placed in. */
export function useCardTop(middlePx: number): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null);
  // After every render: other words make another height.
  useLayoutEffect(() => {
    const card = ref.current;
    if (!card) return;
    const roomPx = card.parentElement?.clientHeight ?? 0;
    card.style.top = `${cardTop({ middlePx, heightPx: card.offsetHeight, roomPx })}px`;
  });
  return ref;
}
