import { Menu } from '@mantine/core';
import { MAX_WATCHLISTS, type Watchlist } from '@moneytrail/contract';
import { IconListDetails } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { showToast } from '../../../stores/toasts.ts';
import { ActionButton } from '../../../ui/ActionButton.tsx';
import { NameDialog } from '../../../ui/NameDialog.tsx';
import { hasSymbol, symbolsOf, withoutSymbol, withSymbols } from './favourites.ts';
import { useWatchlistEditor, useWatchlists } from './use-watchlists.ts';

type Props = {
  /** `Add 3 selected` */
  label: string;
  isDisabled: boolean;
  /** The symbols that are added, in their order. */
  readSymbols: () => Promise<readonly string[]>;
};

const instruments = (count: number) => (count === 1 ? '1 instrument' : `${count} instruments`);

/** Adds symbols of another page to one of the user's watchlists, or makes one of them. */
export function AddToWatchlist({ label, isDisabled, readSymbols }: Props) {
  const { data: lists = [] } = useWatchlists();
  const editor = useWatchlistEditor();
  const [isNaming, setNaming] = useState(false);

  const addTo = async ({ id, name, entries }: Watchlist) => {
    const symbols = await readSymbols();
    const present = symbolsOf(entries);
    const isNew = (symbol: string) => !hasSymbol(present, symbol);
    const kept = symbolsOf(withSymbols(entries, symbols)).filter(isNew);
    const leftOut = symbols.filter(isNew).length - kept.length;
    const more = leftOut > 0 ? ` ${leftOut} more do not fit.` : '';
    if (kept.length === 0) {
      const text = leftOut > 0 ? `“${name}” is full.` : `“${name}” has all of them.`;
      showToast({ kind: 'info', text });
      return;
    }
    const isSaved = await editor.change(id, (before) => ({
      ...before,
      entries: withSymbols(before.entries, kept),
    }));
    if (!isSaved) return;
    const undo = () =>
      void editor.change(id, (before) => ({
        ...before,
        entries: kept.reduce((left, symbol) => withoutSymbol(left, symbol), before.entries),
      }));
    showToast({
      kind: 'success',
      text: `${instruments(kept.length)} added to “${name}”.${more}`,
      action: { label: 'Undo', run: undo },
    });
  };
  const make = async (name: string) => {
    const entries = withSymbols([], await readSymbols());
    const made = await editor.add({ name, colour: null, entries });
    showToast({
      kind: 'success',
      text: `“${name}” was made with ${instruments(entries.length)}.`,
      action: { label: 'Undo', run: () => void editor.remove(made.id) },
    });
  };
  const { mutate, isPending } = useMutation({
    mutationFn: (to: Watchlist | string) => (typeof to === 'string' ? make(to) : addTo(to)),
  });
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionButton
            variant="default"
            isBusy={isPending}
            disabled={isDisabled}
            leftSection={<IconListDetails size={16} stroke={1.75} />}
          >
            {label}
          </ActionButton>
        </Menu.Target>
        <Menu.Dropdown mah="50dvh" style={{ overflowY: 'auto' }}>
          <Menu.Label>To a watchlist</Menu.Label>
          {lists.map((list) => (
            <Menu.Item key={list.id} onClick={() => mutate(list)}>
              {list.name}
            </Menu.Item>
          ))}
          <Menu.Item disabled={lists.length >= MAX_WATCHLISTS} onClick={() => setNaming(true)}>
            New watchlist…
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isNaming && (
        <NameDialog
          title="New watchlist"
          onName={(name) => {
            setNaming(false);
            mutate(name);
          }}
          onClose={() => setNaming(false)}
        />
      )}
    </>
  );
}
