import { type ReactNode, useEffect, useRef, useState } from 'react';
import classes from './ScreenTable.module.css';

type Props = {
  /** The moment of the newest answer, ms. */
  updatedAtMs: number;
  onHold: (isHeld: boolean) => void;
  children: ReactNode;
};

const isInRow = (element: Element | null) => element?.closest('[data-index]') != null;

/** The place of the rows, which are held while the pointer is over them or the focus is within one. */
export function HeldRows({ updatedAtMs, onHold, children }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const [isOver, setOver] = useState(false);
  const [isWithin, setWithin] = useState(false);
  const isHeld = isOver || isWithin;
  // biome-ignore lint/correctness/useExhaustiveDependencies: no event tells that a row with the focus has gone; each answer looks.
  useEffect(() => {
    if (!place.current?.contains(document.activeElement)) setWithin(false);
  }, [updatedAtMs]);
  useEffect(() => {
    onHold(isHeld);
    return () => onHold(false);
  }, [isHeld, onHold]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: nothing is done but that rows keep their places.
    <div
      ref={place}
      className={classes.table}
      onPointerEnter={() => setOver(true)}
      onPointerLeave={() => setOver(false)}
      onFocus={({ target }) => setWithin(isInRow(target))}
      onBlur={() => setWithin(false)}
    >
      {children}
    </div>
  );
}
