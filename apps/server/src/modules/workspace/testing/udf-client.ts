import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod';

/** The bars of a client's chart; times in milliseconds. */
export type ClientBar = { time: number; close: number };

const numbers = z.array(z.number().finite());
const history = z.discriminatedUnion('s', [
  z.object({ s: z.literal('ok'), t: numbers, o: numbers, h: numbers, l: numbers, c: numbers }),
  z.object({ s: z.literal('no_data'), nextTime: z.number().optional() }),
  z.object({ s: z.literal('error'), errmsg: z.string() }),
]);
const symbolInfo = z.object({ ticker: z.string(), s: z.undefined().optional() });

/** Range of a live poll before the present, in seconds. */
const POLLED_SECONDS: Readonly<Record<string, number>> = { '1': 600, '60': 36_000, '1D': 864_000 };

/** Retries while the server answers 503, as it may on a busy machine. */
const BUSY = { tries: 40, waitMs: 250 };

/**
 * Behaves like UDF adapters: resolves a symbol first, loads older pages until none are left, and polls for the newest
 * two bars.
 */
export function createUdfClient(
  base: string,
  options: { token?: string; now: () => number; busyTries?: number },
) {
  const { busyTries = BUSY.tries } = options;
  async function ask(path: string, query: Record<string, string | number> = {}): Promise<unknown> {
    const entries = Object.entries(query).map(([name, value]) => [name, String(value)]);
    const parameters = new URLSearchParams(Object.fromEntries(entries));
    const headers = options.token ? { authorization: `Bearer ${options.token}` } : {};
    for (let left = busyTries; ; left -= 1) {
      const answer = await fetch(`${base}/${path}?${parameters}`, { headers });
      if (answer.status !== 503 || left === 0) return answer.json();
      await answer.body?.cancel();
      await wait(BUSY.waitMs);
    }
  }

  async function bars(query: {
    symbol: string;
    resolution: string;
    from: number;
    to: number;
    countback?: number;
  }) {
    const answer = history.parse(await ask('history', query));
    if (answer.s === 'error') throw new Error(answer.errmsg);
    if (answer.s === 'no_data') return { bars: [], nextTime: answer.nextTime };
    const { t, o, h, l, c } = answer;
    for (const column of [o, h, l, c]) if (column.length !== t.length) throw new Error('ragged');
    return { bars: t.map((time, at) => ({ time: time * 1_000, close: c[at] ?? Number.NaN })) };
  }

  /** Loads all bars in pages of `countback`; oldest first. */
  async function loadCounted(symbol: string, resolution: string, countback: number) {
    let loaded: ClientBar[] = [];
    let to = Math.floor(options.now() / 1_000);
    for (;;) {
      const { bars: older } = await bars({ symbol, resolution, from: to - 1, to, countback });
      const [first] = older;
      if (!first) return loaded;
      loaded = [...older, ...loaded];
      to = first.time / 1_000;
    }
  }

  /** Loads all bars span by span, like a client without `countback`; oldest first. */
  async function loadSpans(symbol: string, resolution: string, spanSeconds: number) {
    let loaded: ClientBar[] = [];
    let to = Math.floor(options.now() / 1_000);
    for (;;) {
      const from = to - spanSeconds;
      const { bars: older, nextTime } = await bars({ symbol, resolution, from, to });
      if (older.length === 0 && nextTime === undefined) return loaded;
      loaded = [...older, ...loaded];
      const next = nextTime === undefined || nextTime < 1e11 ? nextTime : nextTime / 1_000;
      // `nextTime` is the time of a bar, which the next page must contain.
      to = older.length > 0 ? from : (next ?? from) + 1;
    }
  }

  return {
    ask,
    bars,
    loadCounted,
    loadSpans,
    resolve: async (name: string) =>
      symbolInfo.parse(await ask('symbols', { symbol: name })).ticker,
    /** Polls once: updates the chart's last bar, and adds a new one if it has begun. */
    async poll(symbol: string, resolution: string, chart: ClientBar[]): Promise<ClientBar[]> {
      const to = Math.floor(options.now() / 1_000);
      const from = to - (POLLED_SECONDS[resolution] ?? 0);
      const { bars: newest } = await bars({ symbol, resolution, from, to, countback: 2 });
      const last = newest.at(-1);
      const known = chart.at(-1);
      if (!last || !known || last.time < known.time) return chart;
      if (last.time > known.time && newest.length < 2) throw new Error('not enough bars');
      return [...chart.filter(({ time }) => time < (newest[0]?.time ?? 0)), ...newest];
    },
  };
}
