import {
  isMainThread,
  type MessagePort,
  parentPort,
  Worker,
  workerData,
} from 'node:worker_threads';
import { AppError, type ErrorCode } from '@moneytrail/contract';
import {
  type BarsThreadData,
  type BarsThreadEvent,
  type BarsThreadListener,
  barsWorkerOptions,
  openBarsInThread,
  receiveBarsEvent,
} from '../bars-in-thread.ts';
import { createFairTurns } from '../fair-turns.ts';
import { type Analyses, analysesOf } from '../modules/analysis/index.ts';
import {
  answersOf,
  type BuildAnswer,
  type BuildLimits,
  storeUnavailable,
} from '../modules/bars/index.ts';
import { QueueFullError, WaitedTooLongError } from '../semaphore.ts';
import { createAskers } from '../single-flight.ts';
import { yieldToOthers } from '../yield-to-others.ts';

/** The builders that run in the thread, by kind. */
export type Builders = { history: BuildAnswer } & Analyses;

type AnswerRequest = {
  [Kind in keyof Builders]: { kind: Kind; request: Parameters<Builders[Kind]>[0] };
}[keyof Builders];

type Command =
  | { type: 'build'; id: number; asked: AnswerRequest; feedMs: number; callers: string[] }
  /** A further caller asks for the answer. */
  | { type: 'join'; id: number; caller: string }
  | { type: 'cancel'; id: number };

type BuildCommand = Extract<Command, { type: 'build' }>;

type Event =
  | { type: 'loaded' }
  | { type: 'built'; id: number; answer: unknown }
  /** The cause of the error stays in the thread's log. */
  | {
      type: 'failed';
      id: number;
      error: { code: ErrorCode; message: string; retryAfterSeconds?: number };
    }
  | BarsThreadEvent;

type AnswerThreadDeps = BarsThreadListener & {
  /** Called at each start of the thread. */
  dataOf: () => BarsThreadData;
  log: { error: (detail: object, message: string) => void };
};

/** Builds that run at once; further ones wait for a turn, as they would only slow each other down. */
const TURNS = 4;
/** Builds of one caller that wait for a turn. */
const MOST_WAITING = 100;
const TOO_MUCH = {
  code: 'RATE_LIMITED' as const,
  message: 'You have sent too many requests at once. Please wait a moment.',
  retryAfterSeconds: 1,
};
const TOO_BUSY = {
  code: 'UNAVAILABLE' as const,
  message: 'The server is busy. Please try again in a moment.',
  retryAfterSeconds: 2,
};

/** Heap beyond the loaded modules; pages of bars are garbage as soon as they are sent. */
const HEAP_MB = 128;

/**
 * Builds answers in a worker thread: reading feeds and packing bars must not hold up cached answers. If the thread has
 * ended, the next request starts it again.
 */
export function buildInThread({ dataOf, log, ...listener }: AnswerThreadDeps) {
  type Pending = { resolve: (answer: unknown) => void; reject: (error: unknown) => void };
  const pending = new Map<number, Pending>();
  let nextId = 1;
  let thread: Worker | null = null;
  let noteLoaded = () => {};
  const firstLoad = new Promise<void>((loaded) => {
    noteLoaded = loaded;
  });

  function receive(event: Event): void {
    if (event.type === 'loaded') {
      noteLoaded();
      return;
    }
    if (receiveBarsEvent(listener, event)) return;
    const asked = pending.get(event.id);
    pending.delete(event.id);
    if (event.type === 'built') asked?.resolve(event.answer);
    else asked?.reject(new AppError(event.error.code, event.error.message, event.error));
  }

  function start(): Worker {
    const options = barsWorkerOptions(dataOf(), { heapMb: HEAP_MB });
    const worker = new Worker(new URL(import.meta.url), options);
    worker.on('message', receive);
    worker.on('error', (error) => log.error({ err: error }, 'the answer thread failed'));
    worker.on('exit', () => {
      thread = null;
      for (const { reject } of pending.values()) reject(storeUnavailable());
      pending.clear();
    });
    return worker;
  }

  const running = () => {
    thread ??= start();
    return thread;
  };

  function build(asked: AnswerRequest, { feedMs, signal, askers }: BuildLimits): Promise<unknown> {
    if (signal.aborted) return Promise.reject(signal.reason);
    const worker = running();
    const send = (command: Command) => worker.postMessage(command);
    const id = nextId++;
    return new Promise((resolve, reject) => {
      const leave = () => {
        if (!pending.delete(id)) return;
        send({ type: 'cancel', id });
        reject(signal.reason);
      };
      pending.set(id, { resolve, reject });
      signal.addEventListener('abort', leave, { once: true });
      send({ type: 'build', id, asked, feedMs, callers: [...(askers?.names ?? [])] });
      askers?.onJoin((caller) => pending.has(id) && send({ type: 'join', id, caller }));
    });
  }

  /** The thread answers each kind of request with the result of the builder of that kind. */
  function builder<Kind extends keyof Builders>(kind: Kind): Builders[Kind] {
    const ask = (request: AnswerRequest['request'], limits: BuildLimits) =>
      build({ kind, request } as AnswerRequest, limits);
    return ask as Builders[Kind];
  }

  return {
    /**
     * Starts the thread ahead of the first request, as loading it takes longer than an answer may. Resolves once a thread
     * has been loaded; a later one that replaces it is not waited for.
     */
    warmUp: (): Promise<void> => {
      running();
      return firstLoad;
    },
    builders: {
      history: builder('history'),
      marks: builder('marks'),
      summary: builder('summary'),
      signal: builder('signal'),
      record: builder('record'),
    } satisfies Builders,
    close: async () => {
      await thread?.terminate();
    },
  };
}

/** Runs in the thread: executes the commands of `buildInThread`. */
function serve(port: MessagePort, data: BarsThreadData): void {
  const send = (event: Event, moved: ArrayBuffer[] = []) => port.postMessage(event, moved);
  const { log, clock, db, feeds, bars } = openBarsInThread(data, { source: 'answers', send });
  const builders: Builders = {
    history: answersOf(bars),
    ...analysesOf({ db, bars, feeds, clock }),
  };

  /** Transfers the bytes of history, as copying them would block the receiver. */
  async function build({ kind, request }: AnswerRequest, limits: BuildLimits) {
    if (kind === 'history') {
      const answer = await builders.history(request, limits);
      return { answer, moved: [answer.body.buffer] };
    }
    if (kind === 'marks') return { answer: await builders.marks(request, limits) };
    if (kind === 'record') return { answer: await builders.record(request, limits) };
    if (kind === 'signal') return { answer: await builders.signal(request, limits) };
    return { answer: await builders.summary(request, limits) };
  }

  function errorOf(error: unknown) {
    if (error instanceof QueueFullError) return TOO_MUCH;
    if (error instanceof WaitedTooLongError) return TOO_BUSY;
    if (error instanceof AppError) {
      const { code, message, retryAfterSeconds } = error;
      log.debug({ err: error }, 'no answer');
      return { code, message, ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) };
    }
    log.error({ err: error }, 'an answer could not be built');
    return { code: 'INTERNAL' as const, message: 'The answer could not be built.' };
  }

  const turns = createFairTurns({
    turns: TURNS,
    mostWaiting: MOST_WAITING,
    isOneProcessor: true,
  });
  type Running = { end: AbortController } & ReturnType<typeof createAskers>;
  const running = new Map<number, Running>();

  /** Builds in a turn of the callers; the time until then counts towards the time that the feed has, which bounds it. */
  function buildInTurn({ asked, feedMs }: BuildCommand, { end: { signal }, askers }: Running) {
    const cameAt = performance.now();
    return turns.run({ callers: askers, signal, maxWaitMs: feedMs }, ({ away }) => {
      const leftMs = Math.max(0, feedMs - (performance.now() - cameAt));
      return build(asked, { feedMs: leftMs, signal, askers, away });
    });
  }

  async function execute(command: Command): Promise<void> {
    const { id } = command;
    const known = running.get(id);
    if (command.type === 'cancel') {
      known?.end.abort();
      return;
    }
    if (command.type === 'join') {
      known?.join(command.caller);
      return;
    }
    const end = new AbortController();
    const own = { end, ...createAskers() };
    for (const caller of command.callers) own.join(caller);
    running.set(id, own);
    try {
      const { answer, moved } = await buildInTurn(command, own);
      send({ type: 'built', id, answer }, moved);
    } catch (error) {
      if (!end.signal.aborted) send({ type: 'failed', id, error: errorOf(error) });
    } finally {
      running.delete(id);
    }
  }

  port.on('message', (command: Command) => void execute(command));
  yieldToOthers();
  send({ type: 'loaded' });
}

if (!isMainThread && parentPort) serve(parentPort, workerData as BarsThreadData);
