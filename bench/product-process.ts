import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { START_ENVIRONMENT } from '../apps/server/src/start-environment.ts';

/** Starts a script with the product's server in its own process, as the product starts itself. */
export function forkProduct(
  script: string,
  { args = [], env = {} }: { args?: string[]; env?: Record<string, string> } = {},
): ChildProcess {
  return fork(script, args, {
    execArgv: [],
    env: { ...process.env, ...START_ENVIRONMENT, ...env },
  });
}

/** The next message of a process; rejects if it ends first. */
export async function messageOf(child: ChildProcess) {
  const ended = new AbortController();
  const onExit = (code: number | null) => ended.abort(new Error(`a process ended with ${code}`));
  child.once('exit', onExit);
  try {
    const [message] = await once(child, 'message', { signal: ended.signal });
    if (typeof message === 'string') throw new Error(message);
    return message;
  } finally {
    child.off('exit', onExit);
  }
}

/** Ends a server, which closes itself once it is disconnected. */
export async function endProduct(server: ChildProcess): Promise<void> {
  if (!server.connected) return;
  const ended = once(server, 'exit');
  server.disconnect();
  await ended;
}
