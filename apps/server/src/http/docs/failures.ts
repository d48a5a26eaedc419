import { ERROR_STATUS } from '@moneytrail/contract';
import type { Json } from './json-schema.ts';

const RETRY_AFTER = {
  'Retry-After': {
    description: 'Seconds after which the same request may be repeated.',
    schema: { type: 'integer' },
  },
};
const LIMITS = {
  'X-RateLimit-Limit': {
    description:
      'The limit of the network or the visitor that has refused the request, in requests a minute; absent if another limit has.',
    schema: { type: 'integer' },
  },
  RateLimit: {
    description:
      'With an API key or a token of a customer: the tighter limit, the requests left (`r`) and the seconds until it begins anew (`t`).',
    schema: { type: 'string', examples: ['"key";r=0;t=12'] },
  },
  'RateLimit-Policy': {
    description:
      'With an API key or a token of a customer: its limits, as requests (`q`) in a window of seconds (`w`).',
    schema: { type: 'string', examples: ['"key";q=600;w=60, "account";q=1200;w=60'] },
  },
};

/** The failures of the API by status: a name, a sentence, and headers. */
const FAILURES = {
  400: { name: 'BadRequest', text: 'The request is not valid.', headers: {} },
  401: {
    name: 'Unauthorized',
    text: 'The token is missing, has ended or is not valid.',
    headers: {
      'WWW-Authenticate': {
        description: '`Bearer`, with `error="invalid_token"` for a token that is not valid.',
        schema: { type: 'string' },
      },
    },
  },
  403: { name: 'Forbidden', text: 'The caller may not do this.', headers: {} },
  404: { name: 'NotFound', text: 'Does not exist, or is not of the caller.', headers: {} },
  409: { name: 'Conflict', text: 'The present state does not allow it.', headers: {} },
  413: { name: 'TooLarge', text: 'The body or a field is too large.', headers: {} },
  429: {
    name: 'RateLimited',
    text: 'Too many requests.',
    headers: { ...RETRY_AFTER, ...LIMITS },
  },
  500: {
    name: 'Internal',
    text: 'An error of ours, which is logged with `requestId`.',
    headers: {},
  },
  503: {
    name: 'Unavailable',
    text: 'A part of the service does not answer.',
    headers: RETRY_AFTER,
  },
} as const;
export type FailureStatus = keyof typeof FAILURES;

const STATUSES = Object.keys(FAILURES).map(Number) as FailureStatus[];

function codesOf(status: number): string {
  const codes = Object.entries(ERROR_STATUS).filter(([, each]) => each === status);
  return codes.map(([code]) => `\`${code}\``).join(', ');
}

/** The failure of a status with the named schema as its body. */
function failure(status: FailureStatus, schema: string): Json {
  const { text, headers } = FAILURES[status];
  return {
    description: `${text} Codes: ${codesOf(status)}.`,
    ...(Object.keys(headers).length > 0 ? { headers } : {}),
    content: { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } },
  };
}

/** The shared responses of the document. */
export const failureComponents = (): Json =>
  Object.fromEntries(STATUSES.map((status) => [FAILURES[status].name, failure(status, 'Failure')]));

/** The responses of an operation that fails with these statuses. */
export function failuresOf(statuses: ReadonlySet<number>, schema: string): Json {
  return Object.fromEntries(
    STATUSES.filter((status) => statuses.has(status)).map((status) => [
      String(status),
      schema === 'Failure'
        ? { $ref: `#/components/responses/${FAILURES[status].name}` }
        : failure(status, schema),
    ]),
  );
}
