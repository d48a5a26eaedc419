import { Writable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { type AppOptions, buildApp } from '../../app.ts';
import { readConfig } from '../../config.ts';
import { type Context, createContext } from '../../context.ts';
import { createTestPlace, type DatabaseKind } from '../../db/testing/test-database.ts';
import { undocumentedAnswer } from '../../http/docs/testing/documented.ts';
import type { GuessCost } from '../../modules/accounts/index.ts';
import { CHEAP_GUESSES } from '../../modules/accounts/testing/start-accounts.ts';
import { PATIENT, PATIENT_WAITS } from '../../testing/patient.ts';

/** The whole product in a test: simulated providers, a real database, all routes. */
export type AppWorld = {
  app: FastifyInstance;
  context: Context;
  /** The program's log lines. */
  logged: string[];
  /** Advances the clock of everything but the database. */
  addMs: (ms: number) => void;
  /** Another replica on the same database with its own caches; closed with the world. */
  startReplica: () => Promise<FastifyInstance>;
  close: () => Promise<void>;
};

const NO_LIMIT = 1_000_000;

/**
 * Starts the product on a new database. Answers are checked against the contract, and against the OpenAPI document:
 * `close` throws if one of them was not as the document says.
 */
export async function startApp(
  kind: DatabaseKind,
  options: {
    app?: Partial<AppOptions>;
    environment?: Record<string, string>;
    guessCost?: GuessCost;
    /** `own` for tests of the production timeouts; long ones by default. */
    waits?: 'own';
    /** For tests that wait for retries of jobs. */
    pollSeconds?: number;
  } = {},
): Promise<AppWorld> {
  const place = await createTestPlace(kind);
  const logged: string[] = [];
  const sink = new Writable({
    write: (chunk, _encoding, done) => {
      logged.push(String(chunk));
      done();
    },
  });
  let offsetMs = 0;
  const parts = {
    clock: { now: () => Date.now() + offsetMs },
    logTo: sink,
    guessCost: options.guessCost ?? CHEAP_GUESSES,
    waits: options.waits ? {} : PATIENT_WAITS,
    ...(options.pollSeconds !== undefined && { pollSeconds: options.pollSeconds }),
  };
  const config = readConfig({
    DATA_DIR: place.dataDir,
    SIMULATE: 'all',
    PORT: '0',
    LOG_LEVEL: 'debug',
    ...(place.databaseUrl === null ? {} : { DATABASE_URL: place.databaseUrl }),
    ...options.environment,
  });
  const undocumented = new Set<string>();
  const closers = [place.drop];
  const start = async () => {
    const context = await createContext(config, parts);
    closers.push(context.close);
    const app = await buildApp(context, {
      webFolder: null,
      checkAnswers: true,
      onAnswer: (request, reply, payload) => {
        const problem = undocumentedAnswer(request, reply, payload);
        if (problem !== null) undocumented.add(problem);
      },
      requestsAMinute: NO_LIMIT,
      processingLimits: { share: 1, burstMs: NO_LIMIT },
      ...(options.waits ? {} : { deadlines: PATIENT }),
      ...options.app,
    });
    closers.push(() => app.close());
    return { context, app };
  };
  const { context, app } = await start();
  return {
    app,
    context,
    logged,
    addMs: (ms) => {
      offsetMs += ms;
    },
    startReplica: async () => (await start()).app,
    close: async () => {
      for (const close of closers.toReversed()) await close();
      if (undocumented.size > 0) throw new Error([...undocumented].join('\n'));
    },
  };
}
