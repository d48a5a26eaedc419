import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createLayout, getLayout, register, saveLayout } from '@moneytrail/contract';
import { call } from './http.ts';
import type { Session } from './session.ts';

/** Answers so far: how many, and how many of them failed on the server's side, by status and code. */
export type Answers = { all: number; failed: Map<string, number> };

export const failedOf = ({ failed }: Answers) => [...failed.values()].reduce((a, b) => a + b, 0);

/** Work that goes on until it is stopped. */
export type Work = { stop: () => Promise<void> };

const isFailure = (status: number) => status === 0 || status >= 500;

/** Repeats a step at a pace until it is stopped. */
function repeatedly(everyMs: number, step: () => Promise<void>): Work {
  let isStopped = false;
  const running = (async () => {
    while (!isStopped) {
      const startedAt = Date.now();
      await step();
      await sleep(Math.max(0, everyMs - (Date.now() - startedAt)));
    }
  })();
  return {
    stop: async () => {
      isStopped = true;
      await running;
    },
  };
}

const RESOLUTIONS = ['1', '60', '1D'];
const BARS_SECONDS: Record<string, number> = { '1': 3_600, '60': 200 * 3_600, '1D': 300 * 86_400 };

/** Reads history of instruments in turn, `aSecond` answers a second. */
export function readHistory(
  sessions: readonly Session[],
  symbols: readonly string[],
  aSecond: number,
): Work & { answers: Answers } {
  const answers: Answers = { all: 0, failed: new Map() };
  let turn = 0;
  const work = repeatedly(1_000 / aSecond, async () => {
    const [e, fsym] = (symbols[turn % symbols.length] ?? '').split(':');
    const resolution = RESOLUTIONS[turn % RESOLUTIONS.length] ?? '1D';
    const session = sessions[turn % sessions.length];
    turn += 1;
    const toTs = Math.floor(Date.now() / 1_000);
    const fromTs = toTs - (BARS_SECONDS[resolution] ?? 3_600);
    const query = `e=${e}&fsym=${fsym}&resolution=${resolution}&fromTs=${fromTs}&toTs=${toTs}`;
    const asked = session?.call(`/api/data/histoday?${query}`).then(({ status, body }) => {
      answers.all += 1;
      if (!isFailure(status)) return;
      const { code = '' } = (body ?? {}) as { code?: string };
      const reason = status === 0 ? 'no answer' : `${status} ${code}`.trim();
      answers.failed.set(reason, (answers.failed.get(reason) ?? 0) + 1);
    });
    // A slow answer does not hold the next request up.
    await Promise.race([asked, sleep(1_000 / aSecond)]);
  });
  return { ...work, answers };
}

/** Exchanges every person's refresh cookie in turn, each once in `everyMs`. */
export function keepSignedIn(sessions: readonly Session[], everyMs: number): Work {
  let turn = 0;
  return repeatedly(everyMs / sessions.length, async () => {
    await sessions[turn++ % sessions.length]?.refresh();
  });
}

/**
 * Each person saves a layout of one number again and again, and never gives up a save before the server has answered it.
 * `lost` compares what the server has with the last acknowledged numbers.
 */
export function saveLayouts(sessions: readonly Session[], everyMs: number) {
  type Saved = { session: Session; id: number; revision: number; number: number; sent: number };
  const saved: Saved[] = [];
  let acknowledged = 0;
  const fieldsOf = (number: number) => ({
    name: 'Chaos',
    symbol: 'FMP:BTCUSD',
    resolution: '1D',
    content: JSON.stringify({ number }),
  });
  const numberIn = (content: string): number => Number(JSON.parse(content).number);

  async function read({ session, id }: Pick<Saved, 'session' | 'id'>) {
    const { status, body } = await session.call(getLayout.path.replace(':id', `${id}`));
    return status === 200 ? getLayout.response.parse(body) : null;
  }

  async function open(session: Session): Promise<void> {
    const json = { key: randomUUID(), ...fieldsOf(0) };
    for (;;) {
      const { status, body } = await session.call(createLayout.path, { method: 'POST', json });
      if (status === 200 || status === 201) {
        const { id, revision } = createLayout.response.parse(body);
        saved.push({ session, id, revision, number: 0, sent: 0 });
        return;
      }
      await sleep(everyMs);
    }
  }

  async function save(one: Saved): Promise<void> {
    one.sent = one.number + 1;
    const json = { baseRevision: one.revision, ...fieldsOf(one.sent) };
    const path = saveLayout.path.replace(':id', `${one.id}`);
    const { status, body } = await one.session.call(path, { method: 'PUT', json });
    if (status === 200) {
      one.revision = saveLayout.response.parse(body).revision;
      one.number = one.sent;
      acknowledged += 1;
    } else if (status === 409) {
      // An earlier request whose answer was lost has been stored.
      const there = await read(one);
      if (!there) return;
      one.revision = there.revision;
      one.number = Math.max(one.number, numberIn(there.content));
    }
  }

  let turn = 0;
  const opening = Promise.all(sessions.map(open));
  const work = repeatedly(everyMs / sessions.length, async () => {
    await opening;
    const one = saved[turn++ % saved.length];
    if (one) await save(one);
  });
  return {
    ...work,
    acknowledged: () => acknowledged,
    /** Layouts whose stored number is older than the last acknowledged one. */
    lost: async (): Promise<number> => {
      const there = await Promise.all(
        saved.map(async (one) => {
          const number = one.number;
          const stored = await read(one);
          return stored !== null && numberIn(stored.content) < number;
        }),
      );
      return there.filter(Boolean).length;
    },
  };
}

/**
 * Registers accounts, each of which is sent one mail; repeats a registration that was not answered, which may have been
 * stored and then leads to a second mail.
 */
export function registerPeople(
  address: string,
  everyMs: number,
): Work & { told: string[]; repeated: ReadonlySet<string> } {
  const told: string[] = [];
  const repeated = new Set<string>();
  let count = 0;
  let email = '';
  let isAnswered = true;
  const work = repeatedly(everyMs, async () => {
    if (isAnswered) email = `newcomer${++count}@example.org`;
    else repeated.add(email);
    const { status } = await call(address, register.path, {
      method: 'POST',
      json: {
        firstName: 'Ana',
        lastName: 'Botha',
        email,
        password: `Gr1ffin-Rock-${count}`,
        dateOfBirth: '1990-01-31',
        gender: 'Female',
        userType: 'retail',
        phone: '082 555 0101',
        phoneCountry: 'ZA',
      },
    });
    isAnswered = status !== 0 && status < 500;
    if (status === 200 || status === 201) told.push(email);
  });
  return { ...work, told, repeated };
}
