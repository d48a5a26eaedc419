import type { TiingoService } from '../map.ts';

/**
 * How much a stream sends, best first; a plan may refuse the first. Crypto 2: trades and quotes, 5: trades;
 * fx 5: top of subscriptions; iex 6: reference price, which needs no agreement with the exchange.
 */
const LEVELS: Record<TiingoService, readonly number[]> = { crypto: [2, 5], fx: [5], iex: [6] };

/** What a client sends to a stream. */
export type TiingoRequest = {
  eventName: 'subscribe' | 'unsubscribe';
  authorization: string;
  eventData: Record<string, unknown>;
};

/** What is followed on a connection, and what was sent to the vendor. */
export type TiingoSubscription = {
  /** Replaces what is followed; answers the requests that tell the vendor the difference. */
  follow: (codes: readonly string[]) => TiingoRequest[];
  follows: (code: string) => boolean;
  /** The request that asks for all anew, on a new connection. */
  begin: () => TiingoRequest;
  /** The vendor has given it a number; answers what has changed while that was on its way. */
  confirm: (subscriptionId: number | string) => TiingoRequest[];
  /** Whether there is a lower level to ask for, which `begin` then does. */
  lower: () => boolean;
};

function tickersOf(codes: Iterable<string>): string[] {
  return [...codes].map((code) => code.toLowerCase());
}

export function createTiingoSubscription(
  service: TiingoService,
  token: string,
): TiingoSubscription {
  let wanted = new Set<string>();
  let sent = new Set<string>();
  let subscriptionId: number | string | null = null;
  let level = 0;

  function request(
    eventName: TiingoRequest['eventName'],
    eventData: Record<string, unknown>,
  ): TiingoRequest {
    return { eventName, authorization: token, eventData };
  }

  function difference(): TiingoRequest[] {
    if (subscriptionId === null) return [];
    const added = tickersOf([...wanted].filter((code) => !sent.has(code)));
    const removed = tickersOf([...sent].filter((code) => !wanted.has(code)));
    sent = new Set(wanted);
    return [
      ...(added.length > 0 ? [request('subscribe', { subscriptionId, tickers: added })] : []),
      ...(removed.length > 0 ? [request('unsubscribe', { subscriptionId, tickers: removed })] : []),
    ];
  }

  return {
    follow: (codes) => {
      wanted = new Set(codes);
      return difference();
    },
    follows: (code) => wanted.has(code),
    begin: () => {
      subscriptionId = null;
      sent = new Set(wanted);
      const thresholdLevel = LEVELS[service][level];
      return request('subscribe', { thresholdLevel, tickers: tickersOf(wanted) });
    },
    confirm: (id) => {
      subscriptionId = id;
      return difference();
    },
    lower: () => {
      if (level + 1 >= LEVELS[service].length) return false;
      level += 1;
      return true;
    },
  };
}
