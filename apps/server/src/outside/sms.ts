import * as z from 'zod';

/** Sends an SMS to a number in E.164; rejects if it is not accepted, and as soon as the signal is aborted. */
export type SmsSender = {
  send: (message: { to: string; text: string }, signal?: AbortSignal) => Promise<void>;
};

export const TWILIO_URL = 'https://api.twilio.com';
const TIMEOUT_MS = 10_000;

type TwilioSettings = {
  /** Differs from `TWILIO_URL` only for the simulator. */
  baseUrl: string;
  accountSid: string;
  authToken: string;
  /** A number in E.164, or the identifier of a messaging service (`MG…`). */
  from: string;
};

/** Twilio refused the message; `code` is Twilio's own. */
class TwilioError extends Error {
  readonly code: number | null;
  readonly status: number;
  constructor(status: number, code: number | null, message: string) {
    // Twilio repeats the refused number, which must not be logged in full.
    const discreet = message.replace(/\d{6,}/g, (digits) => `…${digits.slice(-2)}`);
    super(`Twilio answered ${status}${code === null ? '' : ` (${code})`}: ${discreet}`);
    this.name = 'TwilioError';
    this.status = status;
    this.code = code;
  }
}

const created = z.object({ sid: z.string(), status: z.string() });
const failure = z.object({ code: z.number(), message: z.string() });

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    return null; // A proxy's page: the status is enough.
  }
}

/**
 * Sends through Twilio's Messages resource.
 * @see https://www.twilio.com/docs/messaging/api/message-resource#create-a-message-resource
 */
export function createTwilioSms(settings: TwilioSettings): SmsSender {
  const { accountSid, authToken, from } = settings;
  const url = `${settings.baseUrl}/2010-04-01/Accounts/${accountSid}/Messages.json`;
  const sender = from.startsWith('MG') ? 'MessagingServiceSid' : 'From';
  const credentials = Buffer.from(`${accountSid}:${authToken}`).toString('base64');
  return {
    send: async ({ to, text }, signal) => {
      const timeout = AbortSignal.timeout(TIMEOUT_MS);
      const response = await fetch(url, {
        method: 'POST',
        headers: { authorization: `Basic ${credentials}` },
        body: new URLSearchParams({ To: to, [sender]: from, Body: text }),
        signal: signal ? AbortSignal.any([timeout, signal]) : timeout,
      });
      const body = await readJson(response);
      if (response.ok && created.safeParse(body).success) return;
      const told = failure.safeParse(body);
      throw new TwilioError(
        response.status,
        told.success ? told.data.code : null,
        told.success ? told.data.message : 'an answer that cannot be read',
      );
    },
  };
}
