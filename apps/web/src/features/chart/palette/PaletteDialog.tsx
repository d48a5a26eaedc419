import { IconSearchOff } from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ToolIcon } from '../drawings/ToolIcon.tsx';
import { SearchField, SearchProgress } from '../search/SearchField.tsx';
import { noteUse } from './command-uses.ts';
import type { PaletteCommand } from './context.ts';
import classes from './Palette.module.css';
import type { FoundGroup } from './rank.ts';

const LIST = 'palette-list';
const PAGE = 8;

type Props = {
  /** Says what can be found. */
  label: string;
  text: string;
  onText: (text: string) => void;
  /** The commands that match the text. */
  groups: readonly FoundGroup<PaletteCommand>[];
  isAsking: boolean;
  onClose: () => void;
};

/** A list of commands that are found by a few letters and run by Enter. */
export function PaletteDialog({ label, text, onText, groups, isAsking, onClose }: Props) {
  // By id: symbols that arrive later do not move the choice.
  const [chosenId, setChosenId] = useState<string | null>(null);
  const rows = groups.flatMap(({ commands }) => commands);
  const active = Math.max(
    0,
    rows.findIndex(({ id }) => id === chosenId),
  );
  const choose = (command: PaletteCommand) => {
    noteUse(command.id);
    // Closed first: what opens next remembers where the focus was before the palette.
    flushSync(onClose);
    command.run();
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const next = nextRow(event.key, active, rows.length);
    const row = rows[next ?? active];
    if (isPaletteKey(event)) onClose();
    else if (next !== null) setChosenId(row?.id ?? null);
    else if (event.key === 'Enter' && row) choose(row);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog title="All commands" width={640} isAtTop isTall onClose={onClose}>
      <div className={classes.palette}>
        <div className={classes.top}>
          <SearchField
            label={label}
            listId={LIST}
            activeId={rows.length > 0 ? optionId(active) : null}
            text={text}
            onText={(next) => {
              onText(next);
              setChosenId(null);
            }}
            onKey={onKey}
          />
        </div>
        <SearchProgress isAsking={isAsking} />
        <div id={LIST} role="listbox" aria-label="Commands" className={classes.list} tabIndex={-1}>
          {groups.map(({ title, commands }) => (
            // biome-ignore lint/a11y/useSemanticElements: a list box groups its options by role.
            <div key={title} role="group" aria-label={title}>
              <div className={classes.group} aria-hidden="true">
                {title}
              </div>
              {commands.map((command) => (
                <Row
                  key={command.id}
                  command={command}
                  index={rows.indexOf(command)}
                  isActive={rows[active] === command}
                  onChoose={() => choose(command)}
                />
              ))}
            </div>
          ))}
        </div>
        {rows.length === 0 && (
          <div className={classes.empty} role="status">
            <IconSearchOff size={40} stroke={1.5} aria-hidden="true" />
            <p>{isAsking ? 'Searching…' : `Nothing is called “${text.trim()}”.`}</p>
          </div>
        )}
        <p className={classes.keys}>↑ ↓ choose · Enter runs · Esc closes</p>
      </div>
    </Dialog>
  );
}

function optionId(index: number): string {
  return `palette-${index}`;
}

/** The row that a key leads to, from end to end; null for other keys. */
function nextRow(key: string, active: number, count: number): number | null {
  const last = Math.max(0, count - 1);
  const rows: Record<string, number> = {
    ArrowDown: active === last ? 0 : active + 1,
    ArrowUp: active === 0 ? last : active - 1,
    PageDown: Math.min(active + PAGE, last),
    PageUp: Math.max(active - PAGE, 0),
  };
  return rows[key] ?? null;
}

/** The key that opened it closes it. */
function isPaletteKey({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey && !shiftKey;
}

/** Scrolls the list to the row that Enter chooses. */
function showRow(row: HTMLElement | null): void {
  row?.scrollIntoView({ block: 'nearest' });
}

type RowProps = {
  command: PaletteCommand;
  index: number;
  isActive: boolean;
  onChoose: () => void;
};

function Row({ command, index, isActive, onChoose }: RowProps) {
  const { name, detail, keys, icon: Icon } = command;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and the keys.
    <div
      id={optionId(index)}
      ref={isActive ? showRow : null}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      className={classes.row}
      onClick={onChoose}
    >
      {typeof Icon === 'string' ? (
        <ToolIcon tool={Icon} size={18} />
      ) : (
        <Icon size={18} stroke={1.75} aria-hidden="true" />
      )}
      <span className={classes.name}>{name}</span>
      {detail && <span className={classes.detail}>{detail}</span>}
      {keys && <kbd className={classes.key}>{keys}</kbd>}
    </div>
  );
}
