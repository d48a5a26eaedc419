import { MessagePort, Worker } from 'node:worker_threads';
import { AppError } from '@moneytrail/contract';
import { type BarService, storeUnavailable, type Waiting } from '../modules/bars/index.ts';
import type {
  AnswerCommand,
  AnswerEvent,
  AnswerRequest,
  AnswerThreadData,
  Builders,
} from './answer-thread.ts';

type Asked = { resolve: (answer: unknown) => void; reject: (error: unknown) => void };

export type AnswerThreadDeps = {
  bars: Pick<BarService, 'written'>;
  /** What the thread is given; asked at each start of one. */
  dataOf: () => AnswerThreadData;
  log: { error: (detail: object, message: string) => void };
  /** Takes the lines of the thread's log that tell of failures. */
  onFailureLine: (line: string) => void;
};

/** Its heap beyond what it has loaded: pages of bars that are forgotten as soon as they are sent. */
const LIMITS = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 };

/**
 * Builds answers in a thread of their own, as another process would: reading the feeds, unpacking, packing and writing
 * bars must not hold up answers at hand. Where the thread has ended the next answer starts it anew.
 */
export function buildInThread({ bars, dataOf, log, onFailureLine }: AnswerThreadDeps): {
  builders: Builders;
  /** Starts the thread before it is needed, as loading it takes longer than the first answer may. */
  warmUp: () => void;
  close: () => Promise<void>;
} {
  const waiting = new Map<number, Asked>();
  let nextId = 1;
  let thread: Worker | null = null;

  function settle(event: AnswerEvent): void {
    if (event.type === 'written') {
      bars.written(...event.change);
      return;
    }
    if (event.type === 'logged') {
      onFailureLine(event.line);
      return;
    }
    const asked = waiting.get(event.id);
    waiting.delete(event.id);
    if (event.type === 'built') asked?.resolve(event.answer);
    else asked?.reject(new AppError(event.error.code, event.error.message, event.error));
  }

  function start(): Worker {
    const data = dataOf();
    const worker = new Worker(new URL('./answer-thread.ts', import.meta.url), {
      workerData: data,
      transferList: data.database instanceof MessagePort ? [data.database] : [],
      resourceLimits: LIMITS,
    });
    worker.on('message', settle);
    worker.on('error', (error) => log.error({ err: error }, 'the thread of answers failed'));
    worker.on('exit', () => {
      thread = null;
      for (const { reject } of waiting.values()) reject(storeUnavailable());
      waiting.clear();
    });
    return worker;
  }

  const running = () => {
    thread ??= start();
    return thread;
  };

  function build(asked: AnswerRequest, { feedMs, signal }: Waiting): Promise<unknown> {
    if (signal.aborted) return Promise.reject(signal.reason);
    const worker = running();
    const send = (command: AnswerCommand) => worker.postMessage(command);
    const id = nextId++;
    return new Promise((resolve, reject) => {
      const leave = () => {
        if (!waiting.delete(id)) return;
        send({ type: 'cancel', id });
        reject(signal.reason);
      };
      waiting.set(id, { resolve, reject });
      signal.addEventListener('abort', leave, { once: true });
      send({ type: 'build', id, asked, feedMs });
    });
  }

  /** The thread answers a request of a kind with what its builder of that kind gives. */
  function builder<Kind extends keyof Builders>(kind: Kind): Builders[Kind] {
    const ask = (request: AnswerRequest['request'], given: Waiting) =>
      build({ kind, request } as AnswerRequest, given);
    return ask as Builders[Kind];
  }

  return {
    warmUp: () => void running(),
    builders: {
      history: builder('history'),
      marks: builder('marks'),
      summary: builder('summary'),
      signal: builder('signal'),
    },
    close: async () => {
      await thread?.terminate();
    },
  };
}
