import type { StreamMessage } from '@moneytrail/contract';

const TYPES: ReadonlySet<unknown> = new Set(['update', 'feed', 'refused', 'heartbeat']);

/** A message of the stream, or null for what is none: a newer server may say more than this page knows. */
export function readStreamMessage(data: unknown): StreamMessage | null {
  if (typeof data !== 'string') return null;
  try {
    const message: unknown = JSON.parse(data);
    const isKnown =
      typeof message === 'object' &&
      message !== null &&
      'type' in message &&
      TYPES.has(message.type);
    return isKnown ? (message as StreamMessage) : null;
  } catch {
    return null;
  }
}
