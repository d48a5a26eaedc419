import { SECOND_MS } from '@moneytrail/calendar';
import type { FastifyInstance } from 'fastify';
import { within } from '../deadline.ts';

/** What takes longer loses what it uses. */
const LONGEST_MS = 5 * SECOND_MS;

/**
 * Follows the handlers of an app, which run on when their client has gone: the app has closed when they have ended, so
 * that nobody takes the database from under them. Returns what each answer is passed through.
 */
export function waitForHandlers(app: FastifyInstance): <T>(answer: Promise<T>) => Promise<T> {
  const running = new Set<Promise<unknown>>();
  app.addHook('onClose', async () => {
    await within(Promise.allSettled(running), LONGEST_MS, () => []);
  });
  return (answer) => {
    running.add(answer);
    const forget = () => running.delete(answer);
    answer.then(forget, forget);
    return answer;
  };
}
