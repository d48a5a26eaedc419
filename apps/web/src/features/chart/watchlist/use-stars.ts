import { MAX_WATCHLIST_ENTRIES, MAX_WATCHLISTS, type Watchlist } from '@moneytrail/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { currentUserQuery } from '../../../api/queries.ts';
import { isSameTicker } from '../../../lib/same-ticker.ts';
import { createStoredValue } from '../../../lib/stored-value.ts';
import { useValue } from '../../../stores/use-value.ts';
import {
  favouritesOf,
  hasSymbol,
  makeFavourites,
  symbolsOf,
  withoutSymbol,
  withSymbols,
} from './favourites.ts';
import { useWatchlistEditor, useWatchlists } from './use-watchlists.ts';
import type { WatchlistEditor } from './watchlists.ts';

/** Stars that a device keeps for one user. */
const KEPT = 200;

/** Starred tickers by user id, as users may share a device; a visitor's have the empty one. */
function readStars(stored: unknown): Readonly<Record<string, readonly string[]>> {
  if (typeof stored !== 'object' || stored === null) return {};
  const texts = (list: unknown) =>
    Array.isArray(list) ? list.filter((one) => typeof one === 'string').slice(0, KEPT) : [];
  return Object.fromEntries(Object.entries(stored).map(([user, list]) => [user, texts(list)]));
}

const deviceStars = createStoredValue('starredSymbols', readStars);

function changeDeviceStars(
  userId: string,
  change: (own: readonly string[]) => readonly string[],
): void {
  deviceStars.change((all) => {
    const { [userId]: own = [], ...others } = all;
    const next = change(own).slice(0, KEPT);
    return next.length > 0 ? { ...others, [userId]: next } : others;
  });
}

/**
 * The starred symbols, newest first: the list "Favourites" of the account. The device keeps those of a visitor, and those
 * that the account does not have yet or has no room for.
 */
export function useStars() {
  const { data: user } = useQuery(currentUserQuery);
  const userId = user?._id ?? '';
  const onDevice = useValue(deviceStars)[userId] ?? [];
  const { data: lists } = useWatchlists({ isEnabled: userId !== '' });
  const editor = useWatchlistEditor();
  const list = favouritesOf(lists ?? []);
  const listed = symbolsOf(list?.entries ?? []);
  useStarsTakenOver({ userId, onDevice, lists, editor });
  const remove = (ticker: string) => {
    changeDeviceStars(userId, (own) => own.filter((one) => !isSameTicker(one, ticker)));
    if (!list || !hasSymbol(listed, ticker)) return;
    void editor.change(list.id, (before) => ({
      ...before,
      entries: withoutSymbol(before.entries, ticker),
    }));
  };
  const add = (ticker: string) => {
    if (!list || list.entries.length >= MAX_WATCHLIST_ENTRIES) {
      // The account takes it over from the device.
      changeDeviceStars(userId, (own) => [ticker, ...own]);
      return;
    }
    void editor.change(list.id, (before) => ({
      ...before,
      entries: withSymbols(before.entries, [ticker]),
    }));
  };
  const starred = [...onDevice.filter((ticker) => !hasSymbol(listed, ticker)), ...listed];
  return {
    starred,
    toggleStar: (ticker: string) => (hasSymbol(starred, ticker) ? remove(ticker) : add(ticker)),
  };
}

type TakingOver = {
  userId: string;
  onDevice: readonly string[];
  /** Undefined while they are unknown. */
  lists: readonly Watchlist[] | undefined;
  editor: WatchlistEditor;
};

/** The stars that this page last tried to take over: after a failure, only further stars make another attempt. */
let lastTried = '';

/** Moves the stars of the device to the account as soon as its lists are known. */
function useStarsTakenOver({ userId, onDevice, lists, editor }: TakingOver): void {
  useEffect(() => {
    const tried = JSON.stringify([userId, onDevice]);
    if (!lists || onDevice.length === 0 || tried === lastTried) return;
    lastTried = tried;
    void takeOver({ userId, onDevice, lists, editor });
  }, [userId, onDevice, lists, editor]);
}

/** Stars for which the account has no room stay on the device. */
async function takeOver({ userId, onDevice, lists = [], editor }: TakingOver): Promise<void> {
  const list = favouritesOf(lists);
  if (!list && lists.length >= MAX_WATCHLISTS) return;
  try {
    const entries = list ? withSymbols(list.entries, onDevice) : undefined;
    if (list && entries) {
      const isSaved = await editor.change(list.id, (before) => ({
        ...before,
        entries: withSymbols(before.entries, onDevice),
      }));
      if (!isSaved) return;
    }
    const taken = symbolsOf(entries ?? (await makeFavourites(editor, onDevice)).entries);
    changeDeviceStars(userId, (own) => own.filter((ticker) => !hasSymbol(taken, ticker)));
  } catch {
    // The failure was told; the device keeps the stars.
  }
}
