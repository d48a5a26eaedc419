import { Button, CloseButton, Menu, NativeSelect, Skeleton } from '@mantine/core';
import { FLAG_COLOURS, type FlagColour, type Watchlist } from '@moneytrail/contract';
import {
  IconArrowDown,
  IconArrowUp,
  IconColumns3,
  IconDots,
  IconFlag,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react';
import { useState } from 'react';
import { downloadBlob } from '../../../lib/download.ts';
import { showToast } from '../../../stores/toasts.ts';
import { IN_MAIN } from '../../../ui/in-main.ts';
import { ToolButton } from '../../../ui/ToolButton.tsx';
import { useChartScreen } from '../model/chart-context.ts';
import { LoadFailed } from '../notices/LoadFailed.tsx';
import { makeFavourites } from './favourites.ts';
import { symbolsText } from './read-symbols.ts';
import { useWatchlistEditor, useWatchlists, useWatchView } from './use-watchlists.ts';
import { keyOfEntry, WatchGrid } from './WatchGrid.tsx';
import { AddSymbolsDialog, NameDialog } from './WatchlistDialogs.tsx';
import classes from './WatchlistPanel.module.css';
import { WATCH_COLUMNS } from './watch-columns.ts';

type Props = {
  onClose: (() => void) | undefined;
  /** Called when a row was pressed, as a sheet over the chart is to close then. */
  onPressed?: (() => void) | undefined;
};

/** The user's watchlists: the chosen list with live rows, and what can be done with it. */
export function WatchlistPanel({ onClose, onPressed }: Props) {
  const { data: lists, error, refetch } = useWatchlists();
  const { listId, update } = useWatchView();
  const editor = useWatchlistEditor();
  const { info } = useChartScreen();
  const list = lists?.find(({ id }) => id === listId) ?? lists?.[0];
  const addFirst = async () => {
    const made = await makeFavourites(editor, [info.ticker]).catch(() => null);
    if (made) update({ listId: made.id });
  };
  if (!lists) {
    return error ? (
      <div className={classes.failed}>
        <LoadFailed what="the watchlists" error={error} onRetry={() => void refetch()} />
      </div>
    ) : (
      <Skeleton className={classes.pending ?? ''} aria-hidden="true" />
    );
  }
  if (!list) {
    return (
      <div className={classes.empty}>
        <p>A watchlist shows live prices and figures of the symbols that you follow.</p>
        <Button onClick={() => void addFirst()}>Start with {info.name}</Button>
      </div>
    );
  }
  return (
    <ShownList key={list.id} list={list} lists={lists} onClose={onClose} onPressed={onPressed} />
  );
}

/** No flag, then each colour, then none again. */
function nextFlag(flag: FlagColour | null): FlagColour | null {
  const place = flag === null ? -1 : FLAG_COLOURS.indexOf(flag);
  return FLAG_COLOURS[place + 1] ?? null;
}

type ShownProps = Props & { list: Watchlist; lists: readonly Watchlist[] };
type OpenDialog = 'none' | 'add' | 'new' | 'rename' | 'section';

function ShownList({ list, lists, onClose, onPressed }: ShownProps) {
  const { info } = useChartScreen();
  const { update } = useWatchView();
  const editor = useWatchlistEditor();
  const [dialog, setDialog] = useState<OpenDialog>('none');
  const [active, setActive] = useState<string | null>(null);
  const close = () => setDialog('none');
  const { id, entries } = list;
  const index = entries.findIndex((entry) => keyOfEntry(entry) === active);
  const chosen = entries[index];
  const has = entries.some((entry) => entry.kind === 'symbol' && entry.symbol === info.ticker);

  const change = (next: Watchlist['entries']) =>
    void editor.change(id, (before) => ({ ...before, entries: next }));
  const move = (by: number) => {
    const to = index + by;
    if (!chosen || to < 0 || to >= entries.length) return;
    change(entries.toSpliced(index, 1).toSpliced(to, 0, chosen));
  };
  const remove = () => {
    if (!chosen) return;
    const before = entries;
    change(entries.toSpliced(index, 1));
    showToast({
      kind: 'info',
      text: 'Removed from the watchlist.',
      action: { label: 'Undo', run: () => change(before) },
    });
  };
  const flag = (colour: FlagColour | null) => {
    if (chosen?.kind === 'symbol') change(entries.with(index, { ...chosen, flag: colour }));
  };
  const flagNext = () => {
    if (chosen?.kind === 'symbol') flag(nextFlag(chosen.flag));
  };
  const addShown = () => change([...entries, { kind: 'symbol', symbol: info.ticker, flag: null }]);
  const make = async (name: string) => {
    const made = await editor.add({ name, colour: null, entries: [] });
    update({ listId: made.id });
    close();
  };
  const rename = (name: string) => {
    void editor.change(id, (before) => ({ ...before, name }));
    close();
  };
  const removeList = () => {
    void editor.remove(id);
    showToast({
      kind: 'info',
      text: `“${list.name}” was deleted.`,
      // The list comes back as another one, as the first one is gone on all devices.
      action: { label: 'Undo', run: () => void editor.add(list).catch(() => undefined) },
    });
  };
  const addSection = (name: string) => {
    change(entries.toSpliced(Math.max(0, index), 0, { kind: 'section', name }));
    close();
  };

  return (
    <div className={classes.content}>
      <div className={classes.tools}>
        <NativeSelect
          className={classes.choice ?? ''}
          aria-label="Watchlist"
          value={id}
          data={lists.map((each) => ({ value: String(each.id), label: each.name }))}
          onChange={({ currentTarget: { value } }) => update({ listId: Number(value) })}
        />
        <ToolButton
          label={has ? `${info.name} is in the list` : `Add ${info.name}`}
          shortcut="Alt+Shift+W"
          icon={<IconPlus size={20} stroke={1.75} />}
          disabled={has}
          onClick={addShown}
        />
        <ColumnsMenu />
        <Menu position="bottom-end" portalProps={IN_MAIN}>
          <Menu.Target>
            <ToolButton label="List" icon={<IconDots size={20} stroke={1.75} />} />
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => setDialog('add')}>Add or import symbols</Menu.Item>
            <Menu.Item onClick={() => setDialog('section')}>Add a section</Menu.Item>
            <Menu.Item
              onClick={() =>
                downloadBlob(
                  new Blob([symbolsText(entries)], { type: 'text/plain' }),
                  `${list.name}.txt`,
                )
              }
            >
              Export
            </Menu.Item>
            <Menu.Divider />
            <Menu.Item onClick={() => setDialog('new')}>New watchlist</Menu.Item>
            <Menu.Item onClick={() => setDialog('rename')}>Rename</Menu.Item>
            <Menu.Item onClick={removeList}>Delete the watchlist</Menu.Item>
          </Menu.Dropdown>
        </Menu>
        {onClose && (
          <CloseButton
            size="var(--control)"
            iconSize={20}
            aria-label="Close the watchlist"
            onClick={onClose}
          />
        )}
      </div>
      <WatchGrid
        list={list}
        onPressed={onPressed}
        active={active}
        onActive={setActive}
        onMove={move}
        onFlag={flagNext}
        onRemove={remove}
      />
      <div className={classes.tools} role="toolbar" aria-label="Chosen row">
        <ToolButton
          label="Move up"
          shortcut="Alt+↑"
          icon={<IconArrowUp size={20} stroke={1.75} />}
          disabled={!chosen || index === 0}
          onClick={() => move(-1)}
        />
        <ToolButton
          label="Move down"
          shortcut="Alt+↓"
          icon={<IconArrowDown size={20} stroke={1.75} />}
          disabled={!chosen || index === entries.length - 1}
          onClick={() => move(1)}
        />
        <Menu position="top" portalProps={IN_MAIN} disabled={chosen?.kind !== 'symbol'}>
          <Menu.Target>
            <ToolButton
              label="Flag"
              shortcut="Space"
              icon={<IconFlag size={20} stroke={1.75} />}
              disabled={chosen?.kind !== 'symbol'}
            />
          </Menu.Target>
          <Menu.Dropdown>
            {FLAG_COLOURS.map((colour) => (
              <Menu.Item
                key={colour}
                leftSection={<span className={classes.flag} data-colour={colour} />}
                onClick={() => flag(colour)}
              >
                {colour[0]?.toUpperCase()}
                {colour.slice(1)}
              </Menu.Item>
            ))}
            <Menu.Item onClick={() => flag(null)}>No flag</Menu.Item>
          </Menu.Dropdown>
        </Menu>
        <ToolButton
          label="Remove"
          shortcut="Del"
          icon={<IconTrash size={20} stroke={1.75} />}
          disabled={!chosen}
          onClick={remove}
        />
      </div>
      {dialog === 'add' && <AddSymbolsDialog list={list} onAdd={change} onClose={close} />}
      {dialog === 'new' && <NameDialog title="New watchlist" onName={make} onClose={close} />}
      {dialog === 'rename' && (
        <NameDialog title="Rename" first={list.name} onName={rename} onClose={close} />
      )}
      {dialog === 'section' && (
        <NameDialog title="Add a section" onName={addSection} onClose={close} />
      )}
    </div>
  );
}

function ColumnsMenu() {
  const { columns, update } = useWatchView();
  return (
    <Menu position="bottom-end" portalProps={IN_MAIN} closeOnItemClick={false}>
      <Menu.Target>
        <ToolButton label="Columns" icon={<IconColumns3 size={20} stroke={1.75} />} />
      </Menu.Target>
      <Menu.Dropdown>
        {WATCH_COLUMNS.map(({ id, name }) => {
          const isShown = columns.includes(id);
          const others = WATCH_COLUMNS.map((one) => one.id).filter((one) =>
            one === id ? !isShown : columns.includes(one),
          );
          return (
            <Menu.Item
              key={id}
              role="menuitemcheckbox"
              aria-checked={isShown}
              rightSection={isShown ? '✓' : null}
              onClick={() => update({ columns: others })}
            >
              {name}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
