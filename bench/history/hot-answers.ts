import { fork } from 'node:child_process';
import { rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { getHistory } from '@moneytrail/contract';
import { buildApp } from '../../apps/server/src/app.ts';
import { readConfig } from '../../apps/server/src/config.ts';
import { createContext } from '../../apps/server/src/context.ts';
import { createDataDir } from '../../apps/server/src/db/testing/test-database.ts';
import { type Figure, median } from '../figure.ts';
import type { LoadOrder, LoadResult } from './load-process.ts';
import { signIn } from './sign-in.ts';

/** Sends requests to a local server from its own process. */
type Load = {
  run: (order: LoadOrder) => Promise<LoadResult>;
  stop: () => void;
};

function isResult(message: unknown): message is LoadResult {
  return typeof message === 'object' && message !== null && 'answers' in message;
}

/** Starts the process, which waits for orders until it is stopped. */
function startLoad(): Load {
  const child = fork(resolve(import.meta.dirname, 'load-process.ts'));
  return {
    run: (order) =>
      new Promise((done, failed) => {
        const ended = (code: number | null) => failed(new Error(`the load ended with ${code}`));
        child.once('exit', ended);
        child.once('message', (message) => {
          child.off('exit', ended);
          if (isResult(message)) done(message);
          else failed(new Error(String(message)));
        });
        child.send(order);
      }),
    stop: () => child.disconnect(),
  };
}

const BARS = 2_000;
const MINUTE_SECONDS = 60;
const DAY_SECONDS = 86_400;
const CONNECTIONS = 16;
/** Many short alternating rounds: other work of the machine affects both sides equally. */
const ROUNDS = 41;
const ROUND_MS = 250;
const WARM_UP_MS = 3_000;
const UNLIMITED = 1e9;
/** Uncompressed, and as browsers ask for it. */
const ENCODINGS = ['identity', 'br'] as const;
type Encoding = (typeof ENCODINGS)[number];

/** Headers that the plain route must also send, so that both responses are identical. */
const SAME_HEADERS = ['cache-control', 'vary', 'etag', 'content-type', 'content-encoding'];

type App = Awaited<ReturnType<typeof buildApp>>;
type Sample = { perSecond: number; cpuMs: number };

/** 2000 minutes that ended days ago. */
function historyPath(): string {
  const toTs = Math.floor(Date.now() / 1_000 / DAY_SECONDS - 3) * DAY_SECONDS;
  const search = new URLSearchParams({
    e: 'Bitfinex',
    fsym: 'BTCUSD',
    resolution: '1',
    fromTs: String(toTs - BARS * MINUTE_SECONDS),
    toTs: String(toTs),
  });
  return `${getHistory.path}?${search}`;
}

/** The headers of a signed-in browser. */
const requestHeaders = (token: string, encoding: Encoding) => ({
  authorization: `Bearer ${token}`,
  'accept-encoding': encoding,
});

const sentAs = (encoding: Encoding) => (encoding === 'identity' ? undefined : encoding);

/** Repeats the request until the response has the encoding, because compression runs in the background. */
async function readHot(app: App, path: string, token: string, encoding: Encoding) {
  for (let tries = 0; tries < 500; tries++) {
    const answer = await app.inject({ url: path, headers: requestHeaders(token, encoding) });
    const { statusCode, headers, body } = answer;
    // A busy machine may ask for a retry.
    if (statusCode !== 200 && statusCode !== 503) throw new Error(body);
    if (statusCode === 200 && headers['content-encoding'] === sentAs(encoding)) return answer;
    await new Promise((done) => setTimeout(done, 10));
  }
  throw new Error(`no answer came in ${encoding}`);
}

const PLAIN_ROUTE = '/api/plain/:encoding';
const plainPath = (encoding: Encoding) => PLAIN_ROUTE.replace(':encoding', encoding);

type PlainAnswer = { headers: Record<string, string>; body: Buffer };

/** A route of the same server that sends bytes from memory; added before the server starts. */
function addPlainRoute(app: App): Map<string, PlainAnswer> {
  const answers = new Map<string, PlainAnswer>();
  app.get<{ Params: { encoding: string } }>(PLAIN_ROUTE, (request, reply) => {
    const answer = answers.get(request.params.encoding);
    if (answer) reply.headers(answer.headers).send(answer.body);
    else reply.code(404).send();
  });
  return answers;
}

/** The bytes of the response, with the same headers. */
async function plainAnswer(app: App, path: string, token: string, encoding: Encoding) {
  const { headers, rawPayload, json } = await readHot(app, path, token, encoding);
  if (encoding === 'identity' && json().Data.length !== BARS) {
    throw new Error(`the answer has ${json().Data.length} bars`);
  }
  const same = SAME_HEADERS.map((name) => [name, headers[name]] as const);
  const sent = same.filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return { headers: Object.fromEntries(sent), body: rawPayload };
}

function figuresOf(encoding: Encoding, hot: Sample[], plain: Sample[]): Figure[] {
  const pairs = hot.flatMap((one, round) => {
    const other = plain[round];
    return other ? [{ one, other }] : [];
  });
  const what = `history answer of ${BARS} bars, hot, ${encoding} ÷ static buffer`;
  const perSecond = Math.round(median(hot.map((sample) => sample.perSecond)));
  const cpuMicroseconds = Math.round(median(hot.map((sample) => sample.cpuMs)) * 1_000);
  return [
    {
      what: `${what}, answers a second`,
      value: median(pairs.map(({ one, other }) => one.perSecond / other.perSecond)),
      unit: 'ratio',
      bar: { atLeast: 0.8 },
      detail: `${perSecond} a second`,
    },
    {
      what: `${what}, by processor time`,
      value: median(pairs.map(({ one, other }) => other.cpuMs / one.cpuMs)),
      unit: 'ratio',
      bar: { atLeast: 0.8 },
      detail: `${cpuMicroseconds} µs of the server an answer`,
    },
  ];
}

/** Responses from the cache against a static buffer of the same bytes, both from the whole server on loopback. */
export async function hotFigures(): Promise<Figure[]> {
  const dataDir = await createDataDir();
  const config = readConfig({ DATA_DIR: dataDir, SIMULATE: 'all', LOG_LEVEL: 'error', PORT: '0' });
  const context = await createContext(config);
  const app = await buildApp(context, {
    webFolder: null,
    requestsAMinute: UNLIMITED,
    processingLimits: { share: 1, burstMs: UNLIMITED },
    extraRoutes: [PLAIN_ROUTE],
  });
  const load = startLoad();
  try {
    const path = historyPath();
    const plainAnswers = addPlainRoute(app);
    await app.ready();
    const token = await signIn(app);
    for (const encoding of ENCODINGS) {
      plainAnswers.set(encoding, await plainAnswer(app, path, token, encoding));
    }
    await app.listen({ host: '127.0.0.1', port: 0 });
    const address = app.server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const sample = async (from: string, encoding: Encoding, durationMs: number) => {
      const before = process.cpuUsage();
      const headers = requestHeaders(token, encoding);
      const order = { port, path: from, headers, connections: CONNECTIONS, durationMs };
      const result = await load.run(order);
      const { user, system } = process.cpuUsage(before);
      const perSecond = (result.answers / result.durationMs) * 1_000;
      return { perSecond, cpuMs: (user + system) / 1_000 / result.answers };
    };
    const figures: Figure[] = [];
    for (const encoding of ENCODINGS) {
      const hot: Sample[] = [];
      const plain: Sample[] = [];
      for (const from of [path, plainPath(encoding)]) await sample(from, encoding, WARM_UP_MS);
      for (let round = 0; round < ROUNDS; round++) {
        hot.push(await sample(path, encoding, ROUND_MS));
        plain.push(await sample(plainPath(encoding), encoding, ROUND_MS));
      }
      figures.push(...figuresOf(encoding, hot, plain));
    }
    return figures;
  } finally {
    load.stop();
    await app.close();
    await context.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
