import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useRef,
  useState,
} from 'react';

/** Rows that Page Up and Page Down pass. */
const PAGE = 10;

const STEPS: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at) => at + 1,
  ArrowUp: (at) => at - 1,
  PageDown: (at) => at + PAGE,
  PageUp: (at) => at - PAGE,
  Home: () => 0,
  End: (_at, last) => last,
};

type Options = {
  count: number;
  /** What the rows stand in; each has its place in `data-index`. */
  body: HTMLElement | null;
  /** Brings a row onto the page, where it may not be yet. */
  reveal: (index: number) => void;
  /** What Enter, or a double click, does with a row. */
  onOpen?: ((index: number) => void) | undefined;
};

/** The place of the row that an event came from; null for what stands beside or within a row. */
function rowOf({ target }: { target: EventTarget }, isWithin = false): number | null {
  const row = target instanceof Element ? target.closest<HTMLElement>('tr[data-index]') : null;
  return row && (isWithin || row === target) ? Number(row.dataset.index) : null;
}

/** One row of a table takes the focus; arrows, Page Up, Page Down, Home and End move it, Enter opens the row. */
export function useRowKeys({ count, body, reveal, onOpen }: Options) {
  const [active, setActive] = useState(0);
  const awaited = useRef<number | null>(null);
  // A row that is far away is on the page some renderings later.
  useEffect(() => {
    if (awaited.current === null) return;
    const row = body?.querySelector<HTMLElement>(`tr[data-index="${awaited.current}"]`);
    if (!row) return;
    awaited.current = null;
    row.focus({ preventScroll: true });
  });
  const move = (index: number) => {
    const to = Math.max(0, Math.min(count - 1, index));
    awaited.current = to;
    setActive(to);
    reveal(to);
  };
  return {
    active: Math.min(active, count - 1),
    // For the whole body: rows that nothing changed are not drawn again.
    handlers: {
      onFocus: (event: FocusEvent) => {
        const index = rowOf(event, true);
        if (index !== null) setActive(index);
      },
      onDoubleClick: (event: MouseEvent) => {
        const index = rowOf(event, true);
        const isControl = event.target instanceof Element && event.target.closest('button');
        if (index !== null && !isControl) onOpen?.(index);
      },
      onKeyDown: (event: KeyboardEvent) => {
        // Keys for what stands in the row are its own.
        const index = rowOf(event);
        if (index === null) return;
        const step = STEPS[event.key];
        if (step) move(step(index, count - 1));
        else if (event.key === 'Enter' && onOpen) onOpen(index);
        else return;
        event.preventDefault();
      },
    },
  };
}
