import { randomBytes } from 'node:crypto';

/** PayPal says no, in its words. */
export class PayPalRefusal extends Error {
  readonly status: number;
  readonly issue: string | null;

  constructor(status: number, name: string, issue: string | null = null) {
    super(issue ?? name);
    this.name = name;
    this.status = status;
    this.issue = issue;
  }
}

const MESSAGES: Record<string, string> = {
  INVALID_REQUEST: 'Request is not well-formed, syntactically incorrect, or violates schema.',
  AUTHENTICATION_FAILURE:
    'Authentication failed due to missing authorization header, or invalid authentication credentials.',
  RESOURCE_NOT_FOUND: 'The specified resource does not exist.',
  UNPROCESSABLE_ENTITY:
    'The requested action could not be performed, semantically incorrect, or failed business validation.',
  RATE_LIMIT_REACHED: 'Too many requests. Blocked due to rate limiting.',
  INTERNAL_SERVER_ERROR: 'An internal server error has occurred.',
};

/** The body of a refused request. */
export function errorBody({ name, issue }: Pick<PayPalRefusal, 'name' | 'issue'>) {
  return {
    name,
    message: MESSAGES[name] ?? name,
    debug_id: randomBytes(7).toString('hex').slice(0, 13),
    ...(issue === null ? {} : { details: [{ issue, description: `Simulated: ${issue}` }] }),
    links: [],
  };
}

export const notFound = () => new PayPalRefusal(404, 'RESOURCE_NOT_FOUND', 'INVALID_RESOURCE_ID');
export const invalidRequest = (issue: string) => new PayPalRefusal(400, 'INVALID_REQUEST', issue);
export const wrongStatus = () =>
  new PayPalRefusal(422, 'UNPROCESSABLE_ENTITY', 'SUBSCRIPTION_STATUS_INVALID');
export const unauthenticated = () => new PayPalRefusal(401, 'AUTHENTICATION_FAILURE');

/** The faults that PayPal words itself. */
export const FAULTS = {
  '401': unauthenticated(),
  '429': new PayPalRefusal(429, 'RATE_LIMIT_REACHED'),
  '500': new PayPalRefusal(500, 'INTERNAL_SERVER_ERROR'),
};
