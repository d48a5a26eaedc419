import { parentPort, workerData } from 'node:worker_threads';
import { AppError, type ErrorCode, type ExchangeName } from '@moneytrail/contract';
import type { FeedSettings } from '@moneytrail/feeds';
import type { Config } from '../config.ts';
import { type DatabaseShare, reachDatabase } from '../db/index.ts';
import { createLog } from '../log.ts';
import { answersOf, type BarService, type BuiltAnswer, createBars } from '../modules/bars/index.ts';
import { createFeeds } from '../outside/feeds/create-feeds.ts';
import { createSteadyClock, MACHINE_CLOCK } from '../steady-clock.ts';
import { yieldToOthers } from '../yield-to-others.ts';

export type AnswerThreadData = {
  database: DatabaseShare;
  feeds: Record<ExchangeName, FeedSettings>;
  logLevel: Config['logLevel'];
};
export type AnswerCommand =
  | { type: 'build'; id: number; request: Parameters<BarService['history']>[0]; feedMs: number }
  | { type: 'cancel'; id: number };
export type AnswerEvent =
  | { type: 'built'; id: number; answer: BuiltAnswer }
  | { type: 'failed'; id: number; error: AnswerFailure }
  | { type: 'written'; change: Parameters<BarService['written']> };
/** What of an error crosses over: the cause stays in the thread's log. */
export type AnswerFailure = { code: ErrorCode; message: string; retryAfterSeconds?: number };

const port = parentPort;
if (!port) throw new Error('this builds answers in a worker thread only');
yieldToOthers();
const send = (event: AnswerEvent, moved: ArrayBuffer[] = []) => port.postMessage(event, moved);

const { database, feeds: settings, logLevel } = workerData as AnswerThreadData;
const log = createLog(logLevel);
const clock = MACHINE_CLOCK;
const db = reachDatabase(database, { log });
const steadyClock = createSteadyClock(clock);
const { feeds } = createFeeds({ db, clock: steadyClock, random: Math.random, log }, settings);
const bars = createBars({ db, feeds, clock, log });
const build = answersOf(bars);
bars.onWritten((...change) => send({ type: 'written', change }));

function failureOf(error: unknown): AnswerFailure {
  if (error instanceof AppError) {
    const { code, message, retryAfterSeconds } = error;
    log.debug({ err: error }, 'no answer');
    return { code, message, ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) };
  }
  log.error({ err: error }, 'an answer could not be built');
  return { code: 'INTERNAL', message: 'The answer could not be built.' };
}

const running = new Map<number, AbortController>();

async function execute(command: AnswerCommand): Promise<void> {
  const { id } = command;
  if (command.type === 'cancel') {
    running.get(id)?.abort();
    return;
  }
  const end = new AbortController();
  running.set(id, end);
  try {
    const answer = await build(command.request, { feedMs: command.feedMs, signal: end.signal });
    send({ type: 'built', id, answer }, [answer.body.buffer]);
  } catch (error) {
    if (!end.signal.aborted) send({ type: 'failed', id, error: failureOf(error) });
  } finally {
    running.delete(id);
  }
}

port.on('message', (command: AnswerCommand) => void execute(command));
