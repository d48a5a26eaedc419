import { AppError } from '@moneytrail/contract';
import type { FastifyInstance } from 'fastify';

/** Far more than any body of the contract; each value costs memory and time, however short it is. */
const MOST_VALUES = 20_000;

/** The index of the quote that closes the JSON string opened at `from`; the text's length if it is never closed. */
function endOfText(json: string, from: number): number {
  let at = json.indexOf('"', from + 1);
  while (at >= 0) {
    let before = at - 1;
    while (json[before] === '\\') before -= 1;
    if ((at - before) % 2 === 1) return at;
    at = json.indexOf('"', at + 1);
  }
  return json.length;
}

/** True if JSON holds more values than any body of the contract; counts commas and brackets outside of strings. */
export function hasTooManyValues(json: string): boolean {
  if (json.length <= MOST_VALUES) return false;
  let values = 0;
  for (let at = 0; at < json.length; at += 1) {
    const sign = json.charCodeAt(at);
    if (sign === 0x22) at = endOfText(json, at);
    else if (sign === 0x2c || sign === 0x5b || sign === 0x7b) values += 1;
    if (values > MOST_VALUES) return true;
  }
  return false;
}

/** Parses JSON bodies, but refuses those with so many values that parsing would block the event loop. */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string' },
    (request, body, done) => {
      if (!hasTooManyValues(body)) return parse(request, body, done);
      const message = `body: holds more than ${MOST_VALUES.toLocaleString('en')} values`;
      done(new AppError('BAD_REQUEST', message));
    },
  );
}
