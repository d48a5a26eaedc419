import { useQuery } from '@tanstack/react-query';
import { currentUserQuery } from '../../../api/queries.ts';
import { createStoredValue } from '../../../lib/stored-value.ts';
import { useValue } from '../../../stores/use-value.ts';

const KEPT = 200;

/** Tickers by the user who starred them: whoever shares the device sees his own. */
function readStars(stored: unknown): Readonly<Record<string, readonly string[]>> {
  if (typeof stored !== 'object' || stored === null) return {};
  const texts = (list: unknown) =>
    Array.isArray(list) ? list.filter((one) => typeof one === 'string').slice(0, KEPT) : [];
  return Object.fromEntries(Object.entries(stored).map(([user, list]) => [user, texts(list)]));
}

const store = createStoredValue('starredSymbols', readStars);

/** The symbols that the user starred on this device, newest first, and how to star one or take its star away. */
export function useStarredSymbols(): {
  starred: readonly string[];
  toggleStar: (ticker: string) => void;
} {
  const { data: user } = useQuery(currentUserQuery);
  const id = user?._id ?? '';
  return {
    starred: useValue(store)[id] ?? [],
    toggleStar: (ticker) =>
      store.change((all) => {
        const own = all[id] ?? [];
        const others = own.filter((one) => one !== ticker);
        const isStarred = others.length < own.length;
        return { ...all, [id]: isStarred ? others : [ticker, ...others].slice(0, KEPT) };
      }),
  };
}
