import { Button, CloseButton, Menu, NativeSelect, Skeleton } from '@mantine/core';
import type { FlagColour, Watchlist, WatchRow } from '@moneytrail/contract';
import { IconColumns3, IconPlus } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { alertsQuery } from '../../../api/alerts.ts';
import { readAnew } from '../../../api/read-anew.ts';
import { decimalsOf } from '../../../lib/format.ts';
import { shownCode } from '../../../lib/ticker-code.ts';
import { showToast } from '../../../stores/toasts.ts';
import { IN_MAIN } from '../../../ui/in-main.ts';
import { NameDialog } from '../../../ui/NameDialog.tsx';
import { ToolButton } from '../../../ui/ToolButton.tsx';
import { USUAL_MOVE } from '../alerts/first-conditions.ts';
import { priceCondition } from '../alerts/open-alert.ts';
import { useKeys } from '../keyboard/use-keys.ts';
import { useChartScreen } from '../model/chart-context.ts';
import { PRICES_STAY_LIVE } from '../model/messages.ts';
import { LoadFailed } from '../notices/LoadFailed.tsx';
import { useReplayMs } from '../replay/use-replay.ts';
import { hasSymbol, makeFavourites, symbolsOf } from './favourites.ts';
import { type ListDialog, ListMenu } from './ListMenu.tsx';
import { ListsDialog } from './ListsDialog.tsx';
import { keysOf, mergeWatchlist } from './merge-watchlist.ts';
import { nextFlag, RowTools } from './RowTools.tsx';
import { useWatchlistEditor, useWatchlists, useWatchRows, useWatchView } from './use-watchlists.ts';
import { WatchGrid } from './WatchGrid.tsx';
import { AddSymbolsDialog } from './WatchlistDialogs.tsx';
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
  const isReplayed = useReplayMs() !== null;
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
    <>
      {isReplayed && <p className={classes.live}>{PRICES_STAY_LIVE}</p>}
      <ShownList key={list.id} list={list} lists={lists} onClose={onClose} onPressed={onPressed} />
    </>
  );
}

type ShownProps = Props & { list: Watchlist; lists: readonly Watchlist[] };

function ShownList({ list, lists, onClose, onPressed }: ShownProps) {
  const keys = useKeys();
  const { info, setSymbol, openPanel } = useChartScreen();
  const { update, sort } = useWatchView();
  const editor = useWatchlistEditor();
  const queryClient = useQueryClient();
  const watched = useWatchRows(list.entries);
  const [dialog, setDialog] = useState<ListDialog | 'none'>('none');
  const [active, setActive] = useState<string | null>(null);
  const [said, setSaid] = useState('');
  const close = () => setDialog('none');
  const { id, entries } = list;
  const index = active === null ? -1 : keysOf(entries).indexOf(active);
  const chosen = entries[index];
  const chosenRow = chosen?.kind === 'symbol' ? watched.rows.get(chosen.symbol) : undefined;
  const has = hasSymbol(symbolsOf(entries), info.ticker);

  // Entries may have come since this was rendered, from here or from another device: they stay.
  const change = (next: Watchlist['entries'], from = entries) =>
    void editor.change(id, (present) =>
      mergeWatchlist({ ...present, entries: from }, { ...present, entries: next }, present),
    );
  const moveTo = (from: number, to: number) => {
    const moved = entries[from];
    if (!moved || to < 0 || to >= entries.length) return;
    const name = moved.kind === 'symbol' ? shownCode(moved.symbol) : moved.name;
    const next = entries.toSpliced(from, 1).toSpliced(to, 0, moved);
    setActive(keysOf(next)[to] ?? null);
    setSaid(`${name} is ${to + 1} of ${entries.length}.`);
    change(next);
  };
  const move = (by: number) => moveTo(index, index + by);
  const remove = () => {
    if (!chosen) return;
    const left = entries.toSpliced(index, 1);
    // The number of an equal heading may pass to the next one.
    setActive(null);
    change(left);
    showToast({
      kind: 'info',
      text: 'Removed from the watchlist.',
      action: { label: 'Undo', run: () => change(entries, left) },
    });
  };
  const flag = (colour: FlagColour | null) => {
    if (chosen?.kind === 'symbol') change(entries.with(index, { ...chosen, flag: colour }));
  };
  // The chart shows how often the alert would have fired.
  const alertOn = (row: WatchRow) => {
    if (row.locked) return;
    const condition = priceCondition(row.price ?? Number.NaN, decimalsOf(row.priceScale));
    setSymbol(row.symbol);
    openPanel({ kind: 'alert', condition, symbol: row.symbol });
  };
  const alertOnAll = () => openPanel({ kind: 'alert', condition: USUAL_MOVE, watchlist: id });
  const addShown = () => {
    if (has) showToast({ kind: 'info', text: `${info.name} is in “${list.name}”.` });
    else change([...entries, { kind: 'symbol', symbol: info.ticker, flag: null }]);
  };
  const make = async (name: string) => {
    const made = await editor.add({ name, colour: null, entries: [] });
    update({ listId: made.id });
    close();
  };
  const rename = (name: string) => {
    void editor.change(id, (before) => ({ ...before, name }));
    close();
  };
  const removeList = async () => {
    const paused = queryClient
      .getQueryData(alertsQuery.queryKey)
      ?.alerts.filter(({ watchlist, state }) => watchlist === id && state === 'active').length;
    const pausedText =
      paused === 1 ? 'An alert on it is paused.' : `${paused} alerts on it are paused.`;
    const readAlerts = () => void readAnew(queryClient, { queryKey: alertsQuery.queryKey });
    const isRemoved = await editor.remove(id);
    readAlerts();
    if (!isRemoved) return;
    // The list comes back as another one, as the first one is gone on all devices.
    const restore = async () => {
      const made = await editor.add(list, { replaces: id });
      readAlerts();
      update({ listId: made.id });
      const order = lists.map((each) => (each.id === id ? made.id : each.id));
      if (order.at(-1) !== made.id) void editor.order(order);
    };
    showToast({
      kind: 'info',
      text: `“${list.name}” was deleted.${paused ? ` ${pausedText}` : ''}`,
      action: { label: 'Undo', run: () => void restore().catch(() => undefined) },
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
          leftSection={list.colour && <span className={classes.ink} data-colour={list.colour} />}
          data={lists.map((each) => ({ value: String(each.id), label: each.name }))}
          onChange={({ currentTarget: { value } }) => update({ listId: Number(value) })}
        />
        <ToolButton
          label={has ? `${info.name} is in the list already` : `Add ${info.name}`}
          shortcut={keys({ kind: 'add-to-watchlist' })}
          icon={<IconPlus size={20} stroke={1.75} />}
          // Unlike a disabled one, it tells why, under the pointer and when pressed.
          aria-disabled={has}
          onClick={addShown}
        />
        <ColumnsMenu />
        <ListMenu
          list={list}
          hasOthers={lists.length > 1}
          onOpen={setDialog}
          onColour={(colour) => void editor.change(id, (before) => ({ ...before, colour }))}
          onAlert={alertOnAll}
          onDelete={() => void removeList()}
        />
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
        watched={watched}
        onPressed={onPressed}
        active={active}
        onActive={setActive}
        onMove={move}
        onMoveTo={moveTo}
        onAlert={alertOn}
        onFlag={() => chosen?.kind === 'symbol' && flag(nextFlag(chosen.flag))}
        onRemove={remove}
      />
      <RowTools
        entry={chosen}
        mayMoveUp={sort === null && index > 0}
        mayMoveDown={sort === null && index < entries.length - 1}
        onMove={move}
        onFlag={flag}
        onAlert={chosenRow && !chosenRow.locked ? () => alertOn(chosenRow) : null}
        onRemove={remove}
      />
      <p className="visually-hidden" role="status">
        {said}
      </p>
      {dialog === 'add' && <AddSymbolsDialog list={list} onAdd={change} onClose={close} />}
      {dialog === 'new' && <NameDialog title="New watchlist" onName={make} onClose={close} />}
      {dialog === 'rename' && (
        <NameDialog title="Rename" first={list.name} onName={rename} onClose={close} />
      )}
      {dialog === 'section' && (
        <NameDialog title="Add a section" onName={addSection} onClose={close} />
      )}
      {dialog === 'order' && (
        <ListsDialog
          lists={lists}
          shownId={id}
          onOrder={(ids) => void editor.order(ids)}
          onClose={close}
        />
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
            <Menu.CheckboxItem
              key={id}
              checked={isShown}
              onChange={() => update({ columns: others })}
            >
              {name}
            </Menu.CheckboxItem>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
