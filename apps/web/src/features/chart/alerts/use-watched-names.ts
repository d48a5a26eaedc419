import type { AlertDefinition } from '@moneytrail/contract';
import { useQuery } from '@tanstack/react-query';
import { screensQuery } from '../../../api/screens.ts';
import { useListNames } from '../watchlist/use-watchlists.ts';
import type { WatchedNames } from './alert-words.ts';

/** The names of the user's watchlists, and of the screens if any of the alerts is on one; none while they are read. */
export function useWatchedNames(alerts: readonly Pick<AlertDefinition, 'screen'>[]): WatchedNames {
  const lists = useListNames();
  const isEnabled = alerts.some(({ screen }) => screen !== undefined);
  const { data = [] } = useQuery({ ...screensQuery, enabled: isEnabled });
  return { lists, screens: new Map(data.map(({ id, name }) => [id, name])) };
}
