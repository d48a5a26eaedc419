import { type APIRequestContext, expect } from '@playwright/test';
import { ORIGIN } from './origin.ts';

/** A code in an email. */
export const RECOVERY_CODE = /^[A-Z0-9]{6}$/m;
/** A code in an SMS. */
export const PHONE_CODE = /\b\d{6}\b/;

type DemoMessage = { channel: 'email' | 'sms'; to: string; text: string; sentAtMs: number };

/** The messages of the demo mailbox, newest first. */
export async function readMailbox(request: APIRequestContext): Promise<DemoMessage[]> {
  return (await request.get(`${ORIGIN}/api/demo/outbox`)).json();
}

/** The number of messages to an address or phone number. */
export async function countMessages(request: APIRequestContext, to: string): Promise<number> {
  return (await readMailbox(request)).filter((message) => message.to === to).length;
}

/** Waits for a matching message to an address or phone number and returns the match in the newest one. */
export async function readMessage(
  request: APIRequestContext,
  to: string,
  pattern: RegExp,
): Promise<string> {
  let found: string | undefined;
  await expect(async () => {
    const messages = (await readMailbox(request)).filter((message) => message.to === to);
    found = messages.map(({ text }) => pattern.exec(text)?.[0]).find((text) => text !== undefined);
    expect(found).toBeDefined();
  }).toPass();
  return found ?? '';
}
