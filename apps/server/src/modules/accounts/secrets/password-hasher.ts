import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { AppError } from '@moneytrail/contract';
import { hash, verify } from '@node-rs/argon2';
import { createSemaphore, QueueFullError } from '../../../semaphore.ts';

/** What one password costs, and with it one guess. */
export type PasswordCost = { memoryKiB: number; passes: number };

/** About 50 ms on a server core of 2024; the least that is advised are 19 MiB and 2 passes. */
const PASSWORD_COST: PasswordCost = { memoryKiB: 65_536, passes: 2 };

/** Beyond, people would wait for minutes: better told at once. */
const MAX_WAITING = 200;
const BUSY = 'Too many people are signing in right now. Please try again in a minute.';

export type PasswordHasher = {
  hash: (password: string) => Promise<string>;
  /** Without a hash (an unknown account) a password is checked all the same, for the time it takes. */
  verify: (password: string, stored: string | null) => Promise<boolean>;
  /** Whether a stored hash is weaker than a new one would be. */
  isOutdated: (stored: string) => boolean;
};

/** One core stays with everybody who reads charts. */
function slotsOfMachine(): number {
  return Math.max(1, Math.min(3, availableParallelism() - 1));
}

/** Argon2id outside the event loop, on few threads: a rush of sign-ins waits in a queue instead of slowing charts down. */
export function createPasswordHasher(cost: PasswordCost = PASSWORD_COST): PasswordHasher {
  const slots = createSemaphore({ concurrency: slotsOfMachine(), maxWaiting: MAX_WAITING });
  // The library's own algorithm is Argon2id.
  const options = {
    memoryCost: cost.memoryKiB,
    timeCost: cost.passes,
    parallelism: 1,
  };
  const run = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await slots.run(work);
    } catch (error) {
      if (error instanceof QueueFullError) throw new AppError('UNAVAILABLE', BUSY);
      throw error;
    }
  };
  let nobody: Promise<string> | null = null;
  const hashOfNobody = () => {
    nobody ??= hash(randomBytes(16).toString('hex'), options);
    return nobody;
  };
  return {
    hash: (password) => run(() => hash(password, options)),
    verify: (password, stored) =>
      run(async () => {
        const isRight = await verify(stored ?? (await hashOfNobody()), password);
        return isRight && stored !== null;
      }),
    isOutdated: (stored) => {
      const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$/.exec(stored);
      return !parts || Number(parts[1]) < cost.memoryKiB || Number(parts[2]) < cost.passes;
    },
  };
}
