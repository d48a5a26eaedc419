/** An error as Twilio words it. */
export type TwilioFailure = { status: number; code: number; message: string };

/** The body of a failed request. */
export function failureBody({ status, code, message }: TwilioFailure): Record<string, unknown> {
  return { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status };
}

export const UNAUTHENTICATED: TwilioFailure = {
  status: 401,
  code: 20_003,
  message: 'Authenticate',
};
export const TOO_MANY: TwilioFailure = { status: 429, code: 20_429, message: 'Too Many Requests' };
export const BROKEN: TwilioFailure = {
  status: 500,
  code: 20_500,
  message: 'An internal server error has occurred',
};

/** Nothing is served at a path. */
export function notFoundAt(path: string): TwilioFailure {
  const message = `The requested resource ${path} was not found`;
  return { status: 404, code: 20_404, message };
}

/** A message as it was asked for. */
export type AskedMessage = { to: string; from: string; body: string };

const LONGEST_BODY = 1_600;

/** What Twilio refuses about a message; null where it takes it. */
export function refusalOf({ to, from, body }: AskedMessage): TwilioFailure | null {
  const refuse = (code: number, message: string) => ({ status: 400, code, message });
  if (to === '') return refuse(21_604, "A 'To' phone number is required.");
  if (!/^\+[1-9]\d{6,14}$/.test(to)) return refuse(21_211, `Invalid 'To' Phone Number: ${to}`);
  if (from === '') return refuse(21_603, "A 'From' phone number is required.");
  if (body === '') return refuse(21_602, 'Message body is required.');
  if (body.length > LONGEST_BODY) {
    return refuse(21_617, 'The concatenated message body exceeds the 1600 character limit');
  }
  return null;
}
