import { Agent, get } from 'node:http';
import { brotliDecompressSync } from 'node:zlib';
import { createStreamTicket, STREAM_PATH } from '@moneytrail/contract';

/** Open streams, and history requests at a fixed pace; one in so many is cold. */
export type LoadOrder = {
  port: number;
  token: string;
  /** Tokens that take turns instead. */
  tokens?: string[];
  streams: number;
  symbols: string[];
  /** Pages that are requested repeatedly: the path of each, then those of its marks and its summary. */
  hot: string[][];
  /** Paths that were never requested before, in turn. */
  cold: string[];
  perSecond: number;
  coldEvery: number;
  durationMs: number;
};
/** `startedMs` counts from the start of the run; `isWarned` is only set for cold answers. */
export type Outcome = {
  path: string;
  status: number;
  startedMs: number;
  ms: number;
  isWarned: boolean;
};
export type LoadResult = {
  hot: Outcome[];
  /** Marks and summaries of the hot pages. */
  analysis: Outcome[];
  cold: Outcome[];
  updates: number;
  /** Streams that received no update. */
  silentStreams: number;
};

/** A raw response. Cold ones are parsed after the run, because unpacking would delay the others. */
type Answered = Omit<Outcome, 'isWarned'> & { body: Buffer };

const agent = new Agent({ keepAlive: true, maxSockets: 256 });

type Caller = Pick<LoadOrder, 'port' | 'token'>;

function ask(
  { port, token }: Caller,
  path: string,
  { isCold, startedMs }: { isCold: boolean; startedMs: number },
): Promise<Answered> {
  const headers = { 'accept-encoding': 'br', authorization: `Bearer ${token}` };
  const startedAt = performance.now();
  return new Promise((done) => {
    const end = (status: number, chunks: readonly Buffer[]) => {
      const ms = performance.now() - startedAt;
      done({ path, status, startedMs, ms, body: Buffer.concat(chunks) });
    };
    const failed = () => end(0, []);
    const request = get({ port, host: '127.0.0.1', path, agent, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => isCold && chunks.push(chunk));
      response.on('error', failed);
      response.on('end', () => end(response.statusCode ?? 0, chunks));
    });
    request.on('error', failed);
  });
}

function outcomeOf({ body, ...answered }: Answered): Outcome {
  const isRead = answered.status === 200 && body.length > 0;
  return { ...answered, isWarned: isRead && brotliDecompressSync(body).includes('"Warning"') };
}

type Stream = { socket: WebSocket; updates: number };

async function openStream({ port, token }: Caller, symbol: string): Promise<Stream> {
  const url = `http://127.0.0.1:${port}${createStreamTicket.path}`;
  const answer = await fetch(url, {
    method: createStreamTicket.method,
    headers: { authorization: `Bearer ${token}` },
  });
  const { ticket } = (await answer.json()) as { ticket: string };
  const socket = new WebSocket(`ws://127.0.0.1:${port}${STREAM_PATH}?ticket=${ticket}`);
  await new Promise((done, failed) => {
    socket.onopen = done;
    socket.onerror = failed;
  });
  const stream = { socket, updates: 0 };
  socket.onmessage = ({ data }) => {
    if (String(data).startsWith('{"type":"update"')) stream.updates += 1;
  };
  socket.send(JSON.stringify({ type: 'subscribe', channels: [{ symbol, resolution: '1' }] }));
  return stream;
}

async function openStreams(order: LoadOrder): Promise<Stream[]> {
  const streams: Stream[] = [];
  for (let index = 0; index < order.streams; index += 1) {
    streams.push(await openStream(order, order.symbols[index % order.symbols.length] ?? ''));
  }
  for (const stream of streams) stream.updates = 0;
  return streams;
}

async function run(order: LoadOrder): Promise<LoadResult> {
  const { hot, cold, perSecond, coldEvery, durationMs, port, tokens = [order.token] } = order;
  const streams = await openStreams(order);
  const answers = { hot: [], analysis: [], cold: [] } as Record<
    'hot' | 'analysis' | 'cold',
    Promise<Answered>[]
  >;
  const startedAt = performance.now();
  const count = Math.floor((perSecond * durationMs) / 1_000);
  for (let index = 0; index < count; index += 1) {
    const dueMs = (index * 1_000) / perSecond - (performance.now() - startedAt);
    if (dueMs > 0) await new Promise((done) => setTimeout(done, dueMs));
    const isCold = coldEvery > 0 && index % coldEvery === coldEvery - 1;
    const paths = isCold ? [cold[Math.floor(index / coldEvery)]] : hot[index % hot.length];
    const startedMs = performance.now() - startedAt;
    const [page, ...analysis] = (paths ?? []).filter((path) => path !== undefined);
    const caller = { port, token: tokens[index % tokens.length] ?? '' };
    if (page) answers[isCold ? 'cold' : 'hot'].push(ask(caller, page, { isCold, startedMs }));
    for (const path of analysis) {
      answers.analysis.push(ask(caller, path, { isCold: false, startedMs }));
    }
  }
  const outcomes = async (of: keyof typeof answers) =>
    (await Promise.all(answers[of])).map(outcomeOf);
  const [hotOutcomes, analysisOutcomes, coldOutcomes] = [
    await outcomes('hot'),
    await outcomes('analysis'),
    await outcomes('cold'),
  ];
  for (const { socket } of streams) socket.close();
  return {
    hot: hotOutcomes,
    analysis: analysisOutcomes,
    cold: coldOutcomes,
    updates: streams.reduce((sum, stream) => sum + stream.updates, 0),
    silentStreams: streams.filter(({ updates }) => updates === 0).length,
  };
}

process.on('message', (order: LoadOrder) => {
  run(order).then(
    (result) => process.send?.(result),
    (error: unknown) => process.send?.(String(error)),
  );
});
