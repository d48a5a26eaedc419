import type { Attack } from './attack.ts';

type Answered = Record<number, number>;

/** A request of an attack; `path` includes the query. */
export type Shot = { method?: 'GET' | 'POST'; path: string; body?: string; contentType?: string };

const IN_FLIGHT = 4;
/** A refused sender that did not pause would measure the refusals. */
const PAUSE_MS = 250;

export function count(answered: Answered, status: number): void {
  answered[status] = (answered[status] ?? 0) + 1;
}

export const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

/** Sends the requests that `next` makes, four at a time, until the signal aborts. */
export function flood(name: string, next: (index: number) => Shot): Attack {
  return {
    name,
    async run({ origin, token }, signal) {
      const answered: Answered = {};
      let index = 0;
      async function send(): Promise<void> {
        while (!signal.aborted) {
          const { method = 'GET', path, body, contentType = 'application/json' } = next(index++);
          const status = await fetch(`${origin}${path}`, {
            method,
            headers: {
              'sec-fetch-site': 'same-origin',
              authorization: `Bearer ${token}`,
              ...(body === undefined ? {} : { 'content-type': contentType }),
            },
            body: body ?? null,
            signal,
          }).then(
            async (response) => {
              await response.arrayBuffer();
              return response.status;
            },
            () => 0,
          );
          if (signal.aborted) return;
          count(answered, status);
          if (status === 429 || status === 0) await pause(PAUSE_MS);
        }
      }
      await Promise.all(Array.from({ length: IN_FLIGHT }, send));
      return { answered };
    },
  };
}
