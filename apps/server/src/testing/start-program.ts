import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { START_ENVIRONMENT } from '../start-environment.ts';

const MAIN = join(import.meta.dirname, '../main.ts');
/** For embedded databases that live for seconds: optimising their code would cost more than it saves. */
export const SHORT_LIVED = ['--liftoff-only'];
/** Generous, for busy machines. */
const DEADLINE_MS = 180_000;

/** The program in a separate process. */
export type Run = {
  child: ChildProcess;
  output: () => string;
  /** Its exit code, or the signal that ended it. */
  exited: Promise<number | NodeJS.Signals | null>;
};

const runs: Run[] = [];

/** Starts the program like `npm start`, with only `PATH` of this environment; prices are simulated. */
export function startProgram(environment: Record<string, string>, nodeOptions: string[] = []): Run {
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, [...SHORT_LIVED, ...nodeOptions, MAIN], {
    env: {
      ...START_ENVIRONMENT,
      PATH,
      SIMULATE: 'all',
      PORT: '0',
      LOG_LEVEL: 'error',
      ...environment,
    },
  });
  const chunks: string[] = [];
  child.stdout.on('data', (chunk) => chunks.push(String(chunk)));
  child.stderr.on('data', (chunk) => chunks.push(String(chunk)));
  const exited = new Promise<number | NodeJS.Signals | null>((done) =>
    child.once('exit', (code, signal) => done(code ?? signal)),
  );
  const run = { child, output: () => chunks.join(''), exited };
  runs.push(run);
  return run;
}

/** The address a run prints once it serves. */
export async function addressOf(run: Run): Promise<string> {
  const until = Date.now() + DEADLINE_MS;
  for (;;) {
    const address = /Open\s+(https?:\/\/\S+)/.exec(run.output())?.[1];
    if (address) return address;
    if (Date.now() > until || run.child.exitCode !== null) {
      throw new Error(`did not start: ${run.output()}`);
    }
    await new Promise((done) => setTimeout(done, 50));
  }
}

/** Kills all remaining runs. */
export async function killPrograms(): Promise<void> {
  for (const { child, exited } of runs.splice(0)) {
    child.kill('SIGKILL');
    await exited;
  }
}
