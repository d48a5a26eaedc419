import { type Dispatch, type RefObject, type SetStateAction, useLayoutEffect, useRef } from 'react';

const FIELDS = 'input, textarea';

/** What is typed in fields, by their names. */
type Typed = Record<string, string>;

/** The values of a form's state with those that its inputs really hold; the same object where none differs. */
export function withHeldValues<Fields extends Typed>(
  state: Fields,
  inputs: readonly Pick<HTMLInputElement, 'name' | 'value'>[],
): Fields {
  const held = inputs.filter(({ name, value }) => name in state && state[name] !== value);
  if (held.length === 0) return state;
  return { ...state, ...Object.fromEntries(held.map(({ name, value }) => [name, value])) };
}

/**
 * Keeps what was typed before a page of the server was hydrated. React leaves an input's value alone then, but the state
 * holds the first value still, and the next render would write it over what was typed. So the inputs within the element
 * of the returned ref are read into the state once, by their names, before anything renders again.
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
