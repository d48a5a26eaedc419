import { RESOLUTIONS } from '@moneytrail/calendar';
import {
  createStreamTicket,
  getAllExchanges,
  MAX_WATCHED_SYMBOLS,
  STREAM_PATH,
} from '@moneytrail/contract';
import type { Attack } from './attack.ts';
import { count, pause } from './flood.ts';

const STREAMS = 20;
const CHANNELS = 32;
const ROUND_MS = 200;
/** Pause of an attacker that cannot open a stream. */
const RETRY_MS = 1_000;

type At = { origin: string; token: string };

async function symbolsOf({ origin, token }: At): Promise<string[]> {
  const response = await fetch(`${origin}${getAllExchanges.path}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const exchanges = getAllExchanges.response.parse(await response.json());
  return Object.entries(exchanges).flatMap(([exchange, { flatSymbols }]) =>
    flatSymbols.map(({ code }) => `${exchange}:${code}`),
  );
}

/** An open stream; null if the server refuses it. */
async function openStream({ origin, token }: At): Promise<WebSocket | null> {
  const answer = await fetch(`${origin}${createStreamTicket.path}`, {
    method: createStreamTicket.method,
    headers: { 'sec-fetch-site': 'same-origin', authorization: `Bearer ${token}` },
  });
  if (!answer.ok) return null;
  const { ticket } = (await answer.json()) as { ticket: string };
  const socket = new WebSocket(`${origin.replace('http', 'ws')}${STREAM_PATH}?ticket=${ticket}`);
  const isOpen = await new Promise<boolean>((done) => {
    socket.onopen = () => done(true);
    socket.onerror = () => done(false);
  });
  return isOpen ? socket : null;
}

/** Sends both messages in turn, five times a second each, on streams that are opened again when closed. */
async function churn(
  at: At,
  messages: readonly [object, object],
  answered: Record<number, number>,
  signal: AbortSignal,
) {
  while (!signal.aborted) {
    const socket = await openStream(at).catch(() => null);
    if (!socket) {
      count(answered, 0);
      await pause(RETRY_MS);
      continue;
    }
    while (!signal.aborted && socket.readyState === WebSocket.OPEN) {
      socket.send(JSON.stringify(messages[0]));
      await pause(ROUND_MS / 2);
      if (socket.readyState !== WebSocket.OPEN) break;
      socket.send(JSON.stringify(messages[1]));
      await pause(ROUND_MS / 2);
    }
    if (signal.aborted) socket.close();
    else {
      count(answered, 0);
      await pause(RETRY_MS);
    }
  }
}

const streamChurn: Attack = {
  name: 'streams that subscribe and leave',
  async run(at, signal) {
    const answered: Record<number, number> = {};
    const symbols = await symbolsOf(at);
    const every = symbols.flatMap((symbol) =>
      RESOLUTIONS.map((resolution) => ({ symbol, resolution })),
    );
    await Promise.all(
      Array.from({ length: STREAMS }, (_, index) => {
        const channels = Array.from(
          { length: CHANNELS },
          (_each, offset) => every[(index * CHANNELS + offset) % every.length],
        ).filter((channel) => channel !== undefined);
        const messages = [
          { type: 'subscribe', channels },
          { type: 'unsubscribe', channels },
        ] as const;
        return churn(at, messages, answered, signal);
      }),
    );
    return { answered };
  },
};

/** Known instruments and many words that name none, which are looked up all the same. */
const watchChurn: Attack = {
  name: 'streams that watch 500 symbols anew',
  async run(at, signal) {
    const answered: Record<number, number> = {};
    const known = await symbolsOf(at);
    const watching = (first: number) => ({
      type: 'watch',
      symbols: [...known, ...Array.from({ length: MAX_WATCHED_SYMBOLS }, (_, n) => `X${first + n}`)]
        .slice(0, MAX_WATCHED_SYMBOLS)
        .toReversed(),
    });
    await Promise.all(
      Array.from({ length: STREAMS }, (_, index) =>
        churn(at, [watching(index * 1_000), watching(index * 1_000 + 1)], answered, signal),
      ),
    );
    return { answered };
  },
};

export const STREAM_ATTACKS: readonly Attack[] = [streamChurn, watchChurn];
