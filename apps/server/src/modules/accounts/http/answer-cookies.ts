import type { FastifyInstance } from 'fastify';
import type { CookieChange } from '../core.ts';
import { formatCookie } from './cookies.ts';

/** Sets cookies beside the answer of a handler. */
export type AnswerCookies = (requestId: string, changes: readonly CookieChange[]) => void;

/** Hands the cookies that a handler decided on to the answer of its request. */
export function createAnswerCookies(app: FastifyInstance, isHttps: boolean): AnswerCookies {
  const waiting = new Map<string, string[]>();
  app.addHook('onSend', async (request, reply) => {
    const cookies = waiting.get(request.id);
    if (!cookies) return;
    waiting.delete(request.id);
    reply.header('set-cookie', cookies);
  });
  return (requestId, changes) => {
    if (changes.length === 0) return;
    waiting.set(
      requestId,
      changes.map((change) => formatCookie(change, isHttps)),
    );
  };
}
