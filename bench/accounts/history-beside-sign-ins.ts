import { fork } from 'node:child_process';
import { resolve } from 'node:path';
import { getHistory, login } from '@moneytrail/contract';
import { type Figure, median, percentile } from '../figure.ts';
import { type BenchServer, PASSWORD } from './open-bench-server.ts';
import type { PacedOrder, PacedRequest, PacedResult } from './paced-requests.ts';

/** Sends several streams of paced requests at once, from its own process. */
type PacedLoad = {
  run: (orders: PacedOrder[]) => Promise<PacedResult[]>;
  stop: () => void;
};

/** Starts the process, which waits for orders until it is stopped. */
function startPacedLoad(): PacedLoad {
  const child = fork(resolve(import.meta.dirname, 'paced-process.ts'));
  return {
    run: (orders) =>
      new Promise((done, failed) => {
        child.once('message', (message) => {
          if (Array.isArray(message)) done(message as PacedResult[]);
          else failed(new Error(String(message)));
        });
        child.send(orders);
      }),
    stop: () => child.disconnect(),
  };
}

const BARS = 2_000;
const DAY_SECONDS = 86_400;
const ROUNDS = 5;
const ROUND_MS = 6_000;
const READS_A_SECOND = 50;
const SIGN_INS_A_SECOND = 20;

/** Readers notice a delay only beyond these figures, which `load` uses too. */
const BARS_OF_DELAY = [
  { share: 0.5, name: 'median', ratio: 5, ms: 25 },
  { share: 0.95, name: '95th percentile', ratio: 10, ms: 150 },
];

function historyRequest(): PacedRequest {
  const toTs = Math.floor(Date.now() / 1_000 / DAY_SECONDS - 3) * DAY_SECONDS;
  const search = new URLSearchParams({
    e: 'FMP',
    fsym: 'BTCUSD',
    resolution: '1',
    fromTs: String(toTs - BARS * 60),
    toTs: String(toTs),
  });
  return { method: 'GET', path: `${getHistory.path}?${search}`, headers: {}, body: null };
}

function signInRequest(username: string, index: number): PacedRequest {
  const deviceId = `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
  return {
    method: 'POST',
    path: login.path,
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': `10.0.${index >> 8}.${index & 255}`,
    },
    body: JSON.stringify({ username, password: PASSWORD, deviceId }),
  };
}

function assertAnswered(results: readonly PacedResult[]): void {
  for (const { statuses } of results) {
    const failed = statuses.find((status) => status !== 200);
    if (failed || statuses.length === 0)
      throw new Error(`a request was answered ${failed ?? 'by no server'}`);
  }
}

/** Repeats the first request, because new history may be refused at first. */
async function untilAnswered(port: number): Promise<void> {
  const address = `http://127.0.0.1:${port}${historyRequest().path}`;
  while ((await fetch(address)).status === 503) await new Promise((done) => setTimeout(done, 500));
}

/** The delay of a chart's bars while people sign in, against the delay without sign-ins; rounds of both alternate. */
export async function historyBesideSignIns(server: BenchServer): Promise<Figure[]> {
  const names = await server.addUsers('reader', 200);
  const { port } = server;
  await untilAnswered(port);
  const load = startPacedLoad();
  const reads = {
    port,
    requests: [historyRequest()],
    perSecond: READS_A_SECOND,
    durationMs: ROUND_MS,
  };
  const signIns = {
    port,
    requests: names.map(signInRequest),
    perSecond: SIGN_INS_A_SECOND,
    durationMs: ROUND_MS,
  };
  const idle: number[][] = [];
  const busy: number[][] = [];
  const entering: number[] = [];
  try {
    assertAnswered(await load.run([{ ...reads, durationMs: 2_000 }, signIns]));
    for (let round = 0; round < ROUNDS; round += 1) {
      const [alone] = await load.run([reads]);
      const [beside, entered] = await load.run([reads, signIns]);
      if (!alone || !beside || !entered) throw new Error('the load did not answer');
      assertAnswered([alone, beside, entered]);
      idle.push(alone.latenciesMs);
      busy.push(beside.latenciesMs);
      entering.push(percentile(entered.latenciesMs, 0.95));
    }
  } finally {
    load.stop();
  }
  const delay = (rounds: readonly number[][], share: number) =>
    median(rounds.map((latencies) => percentile(latencies, share)));
  return BARS_OF_DELAY.flatMap(({ share, name, ratio, ms }) => {
    const [alone, beside] = [delay(idle, share), delay(busy, share)];
    const what = `history during ${SIGN_INS_A_SECOND} sign-ins a second, ${name}`;
    const detail = `${beside.toFixed(1)} ms ÷ ${alone.toFixed(1)} ms; sign-in p95 ${median(entering).toFixed(0)} ms`;
    return [
      {
        what: `${what} ÷ idle`,
        value: beside / alone,
        unit: 'ratio',
        bar: { atMost: ratio },
        detail,
      },
      { what, value: beside, unit: 'ms', bar: { atMost: ms } },
    ];
  });
}
