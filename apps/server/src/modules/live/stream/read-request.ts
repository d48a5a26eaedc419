import { type StreamRequest, streamRequest } from '@moneytrail/contract';

/** A browser's message, or why it is none. */
export function readRequest(text: string): StreamRequest | { problem: string } {
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch {
    return { problem: 'Bad message: not JSON' };
  }
  const parsed = streamRequest.safeParse(message);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const where = issue?.path.join('.') || 'message';
  return { problem: `Bad message: ${where}: ${issue?.message ?? 'not valid'}` };
}
