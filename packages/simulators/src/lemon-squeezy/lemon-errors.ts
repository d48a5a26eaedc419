/** Lemon Squeezy says no, in its words. */
export class LemonRefusal extends Error {
  readonly status: number;
  readonly title: string;

  constructor(status: number, title: string, detail: string) {
    super(detail);
    this.name = 'LemonRefusal';
    this.status = status;
    this.title = title;
  }
}

/** The body of a refused request, as JSON:API wants it. */
export function errorBody({ status, title, message }: LemonRefusal) {
  return {
    jsonapi: { version: '1.0' },
    errors: [{ status: String(status), title, detail: message }],
  };
}

export const notFound = () =>
  new LemonRefusal(404, 'Not Found', 'The related resource does not exist.');
export const unauthenticated = () => new LemonRefusal(401, 'Unauthenticated', 'Unauthenticated.');
export const unprocessable = (detail: string) =>
  new LemonRefusal(422, 'Unprocessable Entity', detail);

/** The faults that Lemon Squeezy words itself. */
export const FAULTS = {
  '401': unauthenticated(),
  '429': new LemonRefusal(429, 'Too Many Requests', 'Too Many Attempts.'),
  '500': new LemonRefusal(500, 'Internal Server Error', 'Server Error'),
};
