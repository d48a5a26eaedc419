import { Worker } from 'node:worker_threads';
import { MINUTE_MS } from '@moneytrail/calendar';
import { AppError } from '@moneytrail/contract';
import { createKeyedSemaphore, QueueFullError } from '../semaphore.ts';
import type { BodyKind, ParseOrder, ParseResult } from './body-thread.ts';
import type { ProcessingBudget } from './caller-budget.ts';
import { type ParsedBody, parseForm, parseJson } from './parse-body.ts';

/** Smaller bodies take less time to parse than to hand over. */
const THREAD_FROM_BYTES = 65_536;
/** Large bodies of one caller that wait for the one before them. */
const MOST_WAITING = 8;
/** The thread holds a body of at most 3 MB, in two bytes a character, and what is made of it. */
const LIMITS = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 16 };
const IDLE_MS = MINUTE_MS;

const UNAVAILABLE = 'The request could not be read. Please try again.';

/** A thread that parses, started by the first body and ended after a minute without one. */
function createParsingThread() {
  type Waiting = { resolve: (result: ParseResult) => void; reject: (error: Error) => void };
  type Running = { worker: Worker; waiting: Map<number, Waiting> };
  let running: Running | null = null;
  let idle: NodeJS.Timeout | undefined;
  let nextId = 1;

  /** A body that comes while the thread ends gets another one. */
  const end = async () => {
    clearTimeout(idle);
    const ended = running;
    running = null;
    await ended?.worker.terminate();
  };

  function start(): Running {
    const worker = new Worker(new URL('./body-thread.ts', import.meta.url), {
      resourceLimits: LIMITS,
    });
    const waiting: Running['waiting'] = new Map();
    const own: Running = { worker, waiting };
    let cause: unknown;
    worker.unref();
    worker.on('message', (result: ParseResult) => {
      waiting.get(result.id)?.resolve(result);
      waiting.delete(result.id);
      if (running !== own) return;
      clearTimeout(idle);
      if (waiting.size === 0) idle = setTimeout(() => void end(), IDLE_MS).unref();
    });
    // A failure, such as too little memory, ends the thread; the next body starts another one.
    worker.on('error', (error) => {
      cause = error;
    });
    worker.on('exit', () => {
      if (running === own) running = null;
      for (const { reject } of waiting.values()) {
        reject(new AppError('UNAVAILABLE', UNAVAILABLE, { cause }));
      }
      waiting.clear();
    });
    return own;
  }

  return {
    end,
    parse: (kind: BodyKind, body: Uint8Array, type: string): Promise<ParseResult> => {
      clearTimeout(idle);
      running ??= start();
      const { worker, waiting } = running;
      const id = nextId++;
      // A view of shared memory cannot be handed over, only copied.
      const isWhole = body.byteLength === body.buffer.byteLength;
      const bytes = isWhole ? body : Uint8Array.from(body);
      const order: ParseOrder = { id, kind, bytes, type };
      const result = new Promise<ParseResult>((resolve, reject) => {
        waiting.set(id, { resolve, reject });
      });
      worker.postMessage(order, [bytes.buffer as ArrayBuffer]);
      return result;
    },
  };
}

export type BodyReader = ReturnType<typeof createBodyReader>;

/**
 * Parses bodies, large ones in a thread of its own, one of a caller at a time. The time that it takes is charged to the
 * caller, whether or not the body is valid.
 */
export function createBodyReader(budget: Pick<ProcessingBudget, 'charge'>) {
  const thread = createParsingThread();
  const turns = createKeyedSemaphore({ concurrency: 1, maxWaiting: MOST_WAITING });

  function parseHere(kind: BodyKind, body: Uint8Array, type: string): ParseResult {
    const startedAt = performance.now();
    const parsed = kind === 'json' ? parseJson(body) : parseForm(body, type);
    return { id: 0, parsed, tookMs: performance.now() - startedAt };
  }

  async function parseInTurn(caller: string, kind: BodyKind, body: Uint8Array, type: string) {
    try {
      return await turns.run(caller, () => thread.parse(kind, body, type));
    } catch (error) {
      if (!(error instanceof QueueFullError)) throw error;
      throw new AppError('RATE_LIMITED', 'You have sent too much at once. Please wait a moment.', {
        retryAfterSeconds: 1,
      });
    }
  }

  return {
    /** Throws `BAD_REQUEST` for a body that cannot be read, or that holds too much to be parsed. */
    read: async (
      caller: string,
      kind: BodyKind,
      { body, type = '' }: { body: Uint8Array; type?: string | undefined },
    ): Promise<unknown> => {
      const isSmall = body.length <= THREAD_FROM_BYTES;
      const { parsed, tookMs } = isSmall
        ? parseHere(kind, body, type)
        : await parseInTurn(caller, kind, body, type);
      budget.charge(caller, tookMs);
      return valueIn(parsed);
    },
    close: thread.end,
  };
}

function valueIn(parsed: ParsedBody): unknown {
  if (parsed.ok) return parsed.value;
  throw new AppError('BAD_REQUEST', parsed.message);
}
