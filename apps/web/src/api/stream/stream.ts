import { createStreamTicket, STREAM_PATH } from '@moneytrail/contract';
import { reachability } from '../reachability.ts';
import { serverClock } from '../server-clock.ts';
import { authorizedRequest } from '../session/session.ts';
import { createStreamClient } from './stream-client.ts';

async function address(): Promise<string> {
  const { ticket } = await authorizedRequest(createStreamTicket, {}, { isRepeatable: true });
  const url = new URL(STREAM_PATH, window.location.href);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  url.searchParams.set('ticket', ticket);
  return url.href;
}

/** The page's connection to the live stream. Times are the server's. */
export const stream = createStreamClient({
  clock: serverClock,
  random: Math.random,
  address,
  reachability,
});

window.addEventListener('online', stream.reconnectNow);
reachability.isReachable.subscribe(stream.reconnectNow);
