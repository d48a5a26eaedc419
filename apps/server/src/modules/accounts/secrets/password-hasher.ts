import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { AppError } from '@moneytrail/contract';
import { hash, verify } from '@node-rs/argon2';
import { createSemaphore, QueueFullError } from '../../../semaphore.ts';

/** The Argon2 cost of one password, and so of one guess. */
export type PasswordCost = { memoryKiB: number; passes: number };

/** About 50 ms on a server core of 2024; the advised minimum is 19 MiB and 2 passes. */
const PASSWORD_COST: PasswordCost = { memoryKiB: 65_536, passes: 2 };

/** A longer queue would mean minutes of waiting: refuse at once instead. */
const MAX_WAITING = 200;
const BUSY = 'Too many people are signing in right now. Please try again in a minute.';

export type PasswordHasher = ReturnType<typeof createPasswordHasher>;

/** Leaves one core free for chart requests. */
function slotsOfMachine(): number {
  return Math.max(1, Math.min(3, availableParallelism() - 1));
}

/** Argon2id off the event loop, on few threads: a rush of sign-ins queues instead of slowing charts down. */
export function createPasswordHasher(cost: PasswordCost = PASSWORD_COST) {
  const slots = createSemaphore({ concurrency: slotsOfMachine(), maxWaiting: MAX_WAITING });
  // The library's default algorithm is Argon2id.
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
  let dummy: Promise<string> | null = null;
  const dummyHash = () => {
    dummy ??= hash(randomBytes(16).toString('hex'), options);
    return dummy;
  };
  return {
    hash: (password: string): Promise<string> => run(() => hash(password, options)),
    /** For an unknown account (`null`) it verifies against a dummy hash, so that it takes the same time. */
    verify: (password: string, stored: string | null): Promise<boolean> =>
      run(async () => {
        const isRight = await verify(stored ?? (await dummyHash()), password);
        return isRight && stored !== null;
      }),
    /** True if a stored hash was made with a lower cost than today's. */
    isOutdated: (stored: string): boolean => {
      const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$/.exec(stored);
      return !parts || Number(parts[1]) < cost.memoryKiB || Number(parts[2]) < cost.passes;
    },
  };
}
