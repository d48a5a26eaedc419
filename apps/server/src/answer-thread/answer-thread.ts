import { parentPort, workerData } from 'node:worker_threads';
import { AppError, type ErrorCode, type ExchangeName } from '@moneytrail/contract';
import type { FeedSettings } from '@moneytrail/feeds';
import type { Config } from '../config.ts';
import { type DatabaseShare, reachDatabase } from '../db/index.ts';
import { createLog } from '../log.ts';
import { type Analyses, analysesOf } from '../modules/analysis/index.ts';
import {
  answersOf,
  type BarService,
  type BuildAnswer,
  createBars,
  type Waiting,
} from '../modules/bars/index.ts';
import { createFeeds } from '../outside/feeds/create-feeds.ts';
import { createSteadyClock, MACHINE_CLOCK } from '../steady-clock.ts';
import { yieldToOthers } from '../yield-to-others.ts';

export type AnswerThreadData = {
  database: DatabaseShare;
  feeds: Record<ExchangeName, FeedSettings>;
  logLevel: Config['logLevel'];
};
/** What is built here for readers of bars, by its kind. */
export type Builders = { history: BuildAnswer } & Analyses;
export type AnswerKind = keyof Builders;
/** A request for each kind. */
export type AnswerRequest = {
  [Kind in AnswerKind]: { kind: Kind; request: Parameters<Builders[Kind]>[0] };
}[AnswerKind];
export type AnswerCommand =
  | { type: 'build'; id: number; asked: AnswerRequest; feedMs: number }
  | { type: 'cancel'; id: number };
export type AnswerEvent =
  | { type: 'built'; id: number; answer: unknown }
  | { type: 'failed'; id: number; error: AnswerFailure }
  /** A line of the thread's log that tells of a failure. */
  | { type: 'logged'; line: string }
  | { type: 'written'; change: Parameters<BarService['written']> };
/** What of an error crosses over: the cause stays in the thread's log. */
export type AnswerFailure = { code: ErrorCode; message: string; retryAfterSeconds?: number };

const port = parentPort;
if (!port) throw new Error('this builds answers in a worker thread only');
yieldToOthers();
const send = (event: AnswerEvent, moved: ArrayBuffer[] = []) => port.postMessage(event, moved);

const { database, feeds: settings, logLevel } = workerData as AnswerThreadData;
const failures = { write: (line: string) => send({ type: 'logged', line }) };
const log = createLog(logLevel, { failures }).child({ source: 'answers' });
const clock = MACHINE_CLOCK;
const db = reachDatabase(database, { log });
const steadyClock = createSteadyClock(clock);
const { feeds } = createFeeds({ db, clock: steadyClock, random: Math.random, log }, settings);
const bars = createBars({ db, feeds, clock, log });
const builders: Builders = {
  history: answersOf(bars),
  ...analysesOf({ db, bars, feeds, clock }),
};
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

/** Builds an answer; its bytes are moved, as copying pages of bars would hold up who receives them. */
async function build({ kind, request }: AnswerRequest, waiting: Waiting) {
  if (kind === 'history') {
    const answer = await builders.history(request, waiting);
    return { answer, moved: [answer.body.buffer] };
  }
  if (kind === 'marks') return { answer: await builders.marks(request, waiting), moved: [] };
  if (kind === 'signal') return { answer: await builders.signal(request, waiting), moved: [] };
  return { answer: await builders.summary(request, waiting), moved: [] };
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
    const { asked, feedMs } = command;
    const { answer, moved } = await build(asked, { feedMs, signal: end.signal });
    send({ type: 'built', id, answer }, moved);
  } catch (error) {
    if (!end.signal.aborted) send({ type: 'failed', id, error: failureOf(error) });
  } finally {
    running.delete(id);
  }
}

port.on('message', (command: AnswerCommand) => void execute(command));
