import { Button } from '@mantine/core';
import { MAX_SCREEN_COLUMNS, type ScreenColumn } from '@moneytrail/contract';
import { IconArrowDown, IconArrowUp, IconX } from '@tabler/icons-react';
import { type CSSProperties, type KeyboardEvent, useId, useState } from 'react';
import { USUAL_COLUMNS } from '../../../lib/screen-address.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import form from '../../../ui/form/form.module.css';
import { dropEdge, useRowDrag } from '../../../ui/hooks/use-row-drag.ts';
import { useTextScale } from '../../../ui/hooks/use-text-scale.ts';
import { ToolButton } from '../../../ui/ToolButton.tsx';
import { FigureSelect } from '../FigureSelect.tsx';
import { columnNames } from '../figures.ts';
import classes from './ColumnsDialog.module.css';

type Props = {
  columns: readonly ScreenColumn[];
  onChange: (columns: readonly ScreenColumn[]) => void;
  onClose: () => void;
};

const ROW_PX = 32;

/** Chooses the columns and their order: by dragging, by Alt with the arrow keys, or by buttons. */
export function ColumnsDialog({ columns, onChange, onClose }: Props) {
  const [active, setActive] = useState<ScreenColumn | undefined>(columns[0]);
  const [said, setSaid] = useState('');
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const id = useId();
  const rowPx = ROW_PX * useTextScale();
  const index = active === undefined ? -1 : columns.indexOf(active);
  const nameOf = (column: ScreenColumn) => columnNames(column).name;
  const moveTo = (from: number, to: number) => {
    const moved = columns[from];
    if (moved === undefined || to < 0 || to >= columns.length) return;
    setActive(moved);
    setSaid(`${nameOf(moved)} is ${to + 1} of ${columns.length}.`);
    onChange(columns.toSpliced(from, 1).toSpliced(to, 0, moved));
  };
  const remove = () => {
    if (active === undefined || columns.length === 1) return;
    const left = columns.filter((column) => column !== active);
    setActive(left[Math.min(index, left.length - 1)]);
    setSaid(`${nameOf(active)} is removed.`);
    onChange(left);
  };
  const { drag, press } = useRowDrag({
    scroller,
    count: columns.length,
    rowPx,
    headPx: 0,
    onMove: moveTo,
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (by !== undefined && event.altKey) moveTo(index, index + by);
    else if (by !== undefined) setActive(columns[index + by] ?? active);
    else if (event.key === 'Delete') remove();
    else return;
    event.preventDefault();
  };
  const style = { '--row-height': `${rowPx}px` } as CSSProperties;
  return (
    <Dialog title="Columns" width={420} onClose={onClose}>
      <div className={form.fields}>
        <div
          ref={setScroller}
          className={classes.list}
          style={style}
          role="listbox"
          tabIndex={0}
          data-autofocus
          aria-label="Columns in their order"
          aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown Delete"
          aria-activedescendant={active && `${id}-${active}`}
          onKeyDown={onKeyDown}
        >
          {columns.map((column, place) => (
            <div
              key={column}
              id={`${id}-${column}`}
              className={classes.row}
              role="option"
              tabIndex={-1}
              aria-selected={column === active}
              data-dragged={drag?.from === place || undefined}
              data-drop={dropEdge(drag, place)}
              onPointerDown={(event) => {
                setActive(column);
                press(place, event);
              }}
            >
              {nameOf(column)}
            </div>
          ))}
        </div>
        <div className={classes.tools} role="toolbar" aria-label="Chosen column">
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
            disabled={index === columns.length - 1}
            onClick={() => moveTo(index, index + 1)}
          />
          <ToolButton
            label="Remove"
            shortcut="Delete"
            icon={<IconX size={20} stroke={1.75} />}
            disabled={columns.length === 1}
            onClick={remove}
          />
        </div>
        {columns.length < MAX_SCREEN_COLUMNS && (
          <FigureSelect
            label="Add a column"
            value={null}
            without={columns}
            hasFacts
            onChange={(value) => {
              setActive(value);
              setSaid(`${nameOf(value)} is added.`);
              onChange([...columns, value]);
            }}
          />
        )}
        <div className={classes.actions}>
          <Button
            variant="default"
            onClick={() => {
              setActive(USUAL_COLUMNS[0]);
              onChange(USUAL_COLUMNS);
            }}
          >
            Usual columns
          </Button>
          <Button onClick={onClose}>Done</Button>
        </div>
        <p className="visually-hidden" role="status">
          {said}
        </p>
      </div>
    </Dialog>
  );
}
