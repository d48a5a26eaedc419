import { type Dispatch, type RefObject, type SetStateAction, useLayoutEffect, useRef } from 'react';

const FIELDS = 'input, textarea';

type Typed = Record<string, string>;

/** State values replaced by the inputs' actual values; the same object if none differ. */
export function withHeldValues<Fields extends Typed>(
  state: Fields,
  inputs: readonly Pick<HTMLInputElement, 'name' | 'value'>[],
): Fields {
  const held = inputs.filter(({ name, value }) => name in state && state[name] !== value);
  if (held.length === 0) return state;
  return { ...state, ...Object.fromEntries(held.map(({ name, value }) => [name, value])) };
}

/**
 * Keeps text typed before hydration. React then leaves the input alone but its state still holds the initial value,
 * which the next render would write over the typed text. This hook reads the inputs within the returned ref into the
 * state once, by name, before the next render.
 */
export function useTypedBefore<Fields extends Typed, Place extends HTMLElement = HTMLDivElement>(
  setTyped: Dispatch<SetStateAction<Fields>>,
): RefObject<Place | null> {
  const place = useRef<Place>(null);
  useLayoutEffect(() => {
    const inputs = [...(place.current?.querySelectorAll<HTMLInputElement>(FIELDS) ?? [])];
    const held = inputs.map(({ name, value }) => ({ name, value }));
    setTyped((state) => withHeldValues(state, held));
  }, [setTyped]);
  return place;
}
