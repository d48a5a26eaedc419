import { useNetwork } from '@mantine/hooks';
import { useValue } from '../stores/use-value.ts';
import { reachability } from './reachability.ts';

/** `offline`: no network. `unreachable`: the server does not answer. */
export type ConnectionState = 'online' | 'offline' | 'unreachable';

export function useConnection(): ConnectionState {
  const { online } = useNetwork();
  const isReachable = useValue(reachability.isReachable);
  if (!online) return 'offline';
  return isReachable ? 'online' : 'unreachable';
}
