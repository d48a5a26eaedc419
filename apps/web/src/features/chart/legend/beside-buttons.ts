import type { MouseEvent } from 'react';

/** A double click that is none on a button: that one does its own thing. */
export function besideButtons(run: () => void): (event: MouseEvent) => void {
  return ({ target }) => {
    if (!(target instanceof Element && target.closest('button'))) run();
  };
}
