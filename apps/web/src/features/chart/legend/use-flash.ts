import { useEffect, useRef } from 'react';

const FLASH_MS = 300;

/** Lights the ground of an element for a moment when its value changes; the ref goes to the element. */
export function useFlash(value: number | null): React.RefObject<HTMLSpanElement | null> {
  const element = useRef<HTMLSpanElement>(null);
  const former = useRef(value);
  useEffect(() => {
    const before = former.current;
    former.current = value;
    if (before === null || value === null || before === value) return;
    if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const colour = value > before ? 'var(--mt-up-text)' : 'var(--mt-down-text)';
    const lit = `color-mix(in srgb, ${colour} 25%, transparent)`;
    element.current?.animate([{ backgroundColor: lit }, { backgroundColor: 'transparent' }], {
      duration: FLASH_MS,
      easing: 'ease-in',
    });
  }, [value]);
  return element;
}
