import { Agent, request } from 'node:http';
import type { Attack } from './attack.ts';

type Answered = Record<number, number>;

/** A request of an attack; `path` includes the query. */
type Shot = { method?: 'GET' | 'POST' | 'PUT' | 'DELETE'; path: string; json?: string };

const IN_FLIGHT = 4;
/** A refused sender that did not pause would measure the refusals. */
const PAUSE_MS = 250;
/** Each attack comes from an address of its own, as addresses have limits too. */
let addresses = 0;

export function count(answered: Answered, status: number): void {
  answered[status] = (answered[status] ?? 0) + 1;
}

export const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

/** The status of the answer; 0 without one. */
function shoot(
  { origin, token, agent }: { origin: string; token: string; agent: Agent },
  { method = 'GET', path, json }: Shot,
  signal: AbortSignal,
): Promise<number> {
  const headers = {
    'sec-fetch-site': 'same-origin',
    authorization: `Bearer ${token}`,
    ...(json === undefined ? {} : { 'content-type': 'application/json' }),
  };
  return new Promise((done) => {
    const sent = request(`${origin}${path}`, { method, headers, agent, signal }, (response) => {
      response.resume();
      response.on('close', () => done(response.statusCode ?? 0));
    });
    sent.on('error', () => done(0));
    sent.end(json);
  });
}

/** The parsed answer of a request, repeated while it is 429; rejects if it is refused otherwise. */
export async function askPatiently(
  { origin, token }: { origin: string; token: string },
  { method = 'GET', path, json }: Shot,
): Promise<unknown> {
  const headers = {
    'sec-fetch-site': 'same-origin',
    authorization: `Bearer ${token}`,
    ...(json === undefined ? {} : { 'content-type': 'application/json' }),
  };
  for (;;) {
    const answer = await fetch(`${origin}${path}`, { method, headers, body: json ?? null });
    const text = await answer.text();
    if (answer.ok) return text === '' ? null : JSON.parse(text);
    if (answer.status !== 429) throw new Error(`${path} was answered ${answer.status}: ${text}`);
    await pause(PAUSE_MS);
  }
}

/** Sends the requests that `next` makes, four at a time, until the signal aborts. */
export function flood(
  name: string,
  next: (index: number) => Shot,
  prepare: Attack['prepare'] = async () => undefined,
): Attack {
  addresses += 1;
  const localAddress = `127.0.3.${addresses}`;
  return {
    name,
    prepare,
    async run(at, signal) {
      const answered: Answered = {};
      const agent = new Agent({ keepAlive: true, maxSockets: IN_FLIGHT, localAddress });
      let index = 0;
      async function send(): Promise<void> {
        while (!signal.aborted) {
          const status = await shoot({ ...at, agent }, next(index++), signal);
          if (signal.aborted) return;
          count(answered, status);
          if (status === 429 || status === 0) await pause(PAUSE_MS);
        }
      }
      await Promise.all(Array.from({ length: IN_FLIGHT }, send));
      agent.destroy();
      return { answered };
    },
  };
}
