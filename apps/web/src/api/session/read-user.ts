import { type Account, getAccount } from '@moneytrail/contract';
import { ApiError } from '../api-error.ts';
import { request } from '../request.ts';
import { session } from './session.ts';

const statusOf = (error: unknown) => (error instanceof ApiError ? error.status : 0);

/**
 * Reads the signed-in user. A 401 is answered by one refresh of the token; where that is refused, or the account is gone,
 * the session ends silently. Rejects with the request's failure.
 */
export async function readUser(signal?: AbortSignal): Promise<Account> {
  const options = signal ? { signal } : {};
  const read = async () =>
    request(getAccount, {}, { ...options, token: await session.tokenForRequest() });
  try {
    return await read();
  } catch (error) {
    if (statusOf(error) === 404) session.end();
    if (statusOf(error) !== 401 || session.token.get() === null) throw error;
    const outcome = await session.refresh();
    if (outcome.kind === 'refused') throw error;
    if (outcome.kind === 'unreachable') throw outcome.error;
  }
  try {
    return await read();
  } catch (error) {
    if ([401, 404].includes(statusOf(error))) session.end();
    throw error;
  }
}
