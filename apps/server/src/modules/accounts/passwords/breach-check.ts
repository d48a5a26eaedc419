import { createHash } from 'node:crypto';
import type { Core, Log } from '../core.ts';

const TIMEOUT_MS = 1_000;
const PREFIX_LENGTH = 5;

/**
 * Asks a range service such as Have I Been Pwned's, which is told five of the forty signs of a hash and answers all
 * that begin with them. A service that does not answer within a second counts as "not known", and is logged.
 * @see https://haveibeenpwned.com/API/v3#PwnedPasswords
 */
export function createBreachCheck(deps: { log: Log }, rangeUrl: string | null): Core['isBreached'] {
  if (rangeUrl === null) return async () => false;
  return async (password) => {
    const hash = createHash('sha1').update(password).digest('hex').toUpperCase();
    const [prefix, rest] = [hash.slice(0, PREFIX_LENGTH), hash.slice(PREFIX_LENGTH)];
    try {
      const response = await fetch(`${rangeUrl}/${prefix}`, {
        headers: { 'add-padding': 'true' },
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      if (!response.ok) throw new Error(`the breach service answered ${response.status}`);
      const lines = (await response.text()).split(/\r?\n/);
      // Padding is answered with a count of 0.
      return lines.some((line) => line.startsWith(`${rest}:`) && !line.endsWith(':0'));
    } catch (error) {
      deps.log.warn({ err: error }, 'a password could not be checked against known leaks');
      return false;
    }
  };
}
