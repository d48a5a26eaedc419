import { AppError } from '@moneytrail/contract';
import type { ProtocolQuery } from '../../../http/protocol.ts';
import type { LayoutDeps } from '../layouts/save-layout.ts';
import type { Form } from './read-form.ts';

/** A call that is known to be a user's own. */
export type StorageCall = { userId: string; query: ProtocolQuery; form: () => Promise<Form> };

/** What stands beside `"status":"ok"` in the answer. */
type Answered = { data?: unknown; id?: number };

/** One kind of stored thing: what each method does with it. */
export type Resource = Record<
  'GET' | 'POST' | 'DELETE',
  (deps: LayoutDeps, call: StorageCall) => Promise<Answered>
>;

/** Characters that the protocol's own storage has room for. */
const MOST_CHARACTERS = { name: 200, symbol: 50, resolution: 10, tool: 200 };

/** A text of a call, empty where it is missing; throws `BAD_REQUEST` for one that is too long. */
export function textOf(
  from: ProtocolQuery | Form,
  field: keyof typeof MOST_CHARACTERS,
  given: string = field,
): string {
  const text = from[given] ?? '';
  const most = MOST_CHARACTERS[field];
  if (text.length <= most) return text;
  throw new AppError('BAD_REQUEST', `${given}: must have at most ${most} characters`);
}

export function refuse(message: string): never {
  throw new AppError('BAD_REQUEST', message);
}

/** Does a piece of work and calls what is not there by the protocol's own words. */
export async function orMissing<T>(work: Promise<T>, message: string): Promise<T> {
  return work.catch((error: unknown) => {
    const isMissing = error instanceof AppError && error.code === 'NOT_FOUND';
    throw isMissing ? new AppError('NOT_FOUND', message) : error;
  });
}

/** Does a piece of work and tells by the protocol's own words that it failed, where that is no mistake of the caller. */
export async function orFailed<T>(work: Promise<T>, message: string): Promise<T> {
  return work.catch((cause: unknown) => {
    if (cause instanceof AppError && cause.status < 500) throw cause;
    throw new AppError('UNAVAILABLE', message, { cause });
  });
}
