import { WebSocket } from 'ws';

/** A failed wait ends here; no test asserts this time. */
const MAX_WAIT_MS = 60_000;

/** A stream client that stores the messages it received. */
export type Listener = {
  send: (message: unknown) => void;
  /** Takes the first matching message that was not taken yet; rejects if none comes. */
  next: (fits?: (message: unknown) => boolean) => Promise<unknown>;
  closed: Promise<number>;
  close: () => void;
};

/** Connects to a stream; resolves once it is open. */
export function listen(url: string): Promise<Listener> {
  const socket = new WebSocket(url);
  const received: unknown[] = [];
  const waiting = new Set<() => void>();
  socket.on('message', (data) => {
    received.push(JSON.parse(String(data)));
    for (const look of waiting) look();
  });
  const closed = new Promise<number>((resolve) => socket.on('close', resolve));
  const next: Listener['next'] = (fits = () => true) =>
    new Promise((resolve, reject) => {
      const look = () => {
        const index = received.findIndex(fits);
        if (index < 0) return;
        waiting.delete(look);
        clearTimeout(timer);
        resolve(received.splice(index, 1)[0]);
      };
      const timer = setTimeout(() => {
        waiting.delete(look);
        reject(
          new Error(`no matching message; received ${JSON.stringify(received).slice(0, 500)}`),
        );
      }, MAX_WAIT_MS);
      waiting.add(look);
      look();
    });
  return new Promise((resolve, reject) => {
    socket.on('error', reject);
    socket.on('open', () =>
      resolve({
        send: (message) => socket.send(JSON.stringify(message)),
        next,
        closed,
        close: () => socket.close(),
      }),
    );
  });
}
