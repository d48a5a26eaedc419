import type { Watchlist } from '@moneytrail/contract';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { type CSSProperties, type KeyboardEvent, useId, useState } from 'react';
import { Dialog } from '../../../ui/Dialog.tsx';
import { dropEdge, useRowDrag } from '../../../ui/hooks/use-row-drag.ts';
import { useTextScale } from '../../../ui/hooks/use-text-scale.ts';
import { ToolButton } from '../../../ui/ToolButton.tsx';
import { Handle } from './WatchCells.tsx';
import classes from './WatchlistPanel.module.css';

type Props = {
  lists: readonly Watchlist[];
  /** The id of the shown list, which is chosen first. */
  shownId: number;
  onOrder: (ids: readonly number[]) => void;
  onClose: () => void;
};

const ROW_PX = 44;

/** Puts the lists into another order: by dragging, by Alt with the arrow keys, or by buttons. */
export function ListsDialog({ lists, shownId, onOrder, onClose }: Props) {
  const [activeId, setActiveId] = useState(shownId);
  const [said, setSaid] = useState('');
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const id = useId();
  const rowPx = ROW_PX * useTextScale();
  const index = lists.findIndex((list) => list.id === activeId);
  const moveTo = (from: number, to: number) => {
    const moved = lists[from];
    if (!moved || to < 0 || to >= lists.length) return;
    setActiveId(moved.id);
    setSaid(`${moved.name} is ${to + 1} of ${lists.length}.`);
    onOrder(
      lists
        .toSpliced(from, 1)
        .toSpliced(to, 0, moved)
        .map((list) => list.id),
    );
  };
  const { drag, press } = useRowDrag({
    scroller,
    count: lists.length,
    rowPx,
    headPx: 0,
    onMove: moveTo,
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const next = lists[index + by];
    if (event.altKey) moveTo(index, index + by);
    else if (next) setActiveId(next.id);
  };
  const style = { '--row-height': `${rowPx}px` } as CSSProperties;
  return (
    <Dialog title="Order of the watchlists" width={400} onClose={onClose}>
      <div
        ref={setScroller}
        className={classes.lists}
        style={style}
        role="listbox"
        tabIndex={0}
        data-autofocus
        aria-label="Watchlists"
        aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
        aria-activedescendant={`${id}-${activeId}`}
        onKeyDown={onKeyDown}
      >
        {lists.map((list, place) => (
          <div
            key={list.id}
            id={`${id}-${list.id}`}
            className={classes.listRow}
            role="option"
            tabIndex={-1}
            aria-selected={list.id === activeId}
            data-dragged={drag?.from === place || undefined}
            data-drop={dropEdge(drag, place)}
            onPointerDown={(event) => {
              setActiveId(list.id);
              press(place, event);
            }}
          >
            <Handle />
            <span className={classes.ink} data-colour={list.colour ?? undefined} />
            <span className={classes.listName}>{list.name}</span>
          </div>
        ))}
      </div>
      <div className={classes.tools} role="toolbar" aria-label="Chosen watchlist">
        <ToolButton
          label="Move up"
          shortcut="Alt+↑"
          icon={<IconArrowUp size={20} stroke={1.75} />}
          disabled={index <= 0}
          onClick={() => moveTo(index, index - 1)}
        />
        <ToolButton
          label="Move down"
          shortcut="Alt+↓"
          icon={<IconArrowDown size={20} stroke={1.75} />}
          disabled={index === lists.length - 1}
          onClick={() => moveTo(index, index + 1)}
        />
      </div>
      <p className="visually-hidden" role="status">
        {said}
      </p>
    </Dialog>
  );
}
