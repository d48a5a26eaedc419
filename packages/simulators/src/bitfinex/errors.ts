import type { AnsweredFault } from '../server/provider.ts';
import { type Answer, json, page, type Request, text } from '../server/provider.ts';

/** The codes of Bitfinex's errors that the simulator sends. */
export const CODES = {
  generic: 10_001,
  params: 10_020,
  authentication: 10_100,
  subscribe: 10_300,
  alreadySubscribed: 10_301,
  unknownChannel: 10_302,
  channelLimit: 10_305,
  unsubscribe: 10_400,
  rateLimit: 11_010,
  restart: 20_051,
  maintenanceBegins: 20_060,
  maintenanceEnds: 20_061,
} as const;

/** `["error", code, message]`; client errors also have status 500. */
function errorArray(code: number, message: string, status = 500): Answer {
  return json(['error', code, message], status);
}

/** `symbol: invalid` */
export function invalid(parameter: string): Answer {
  return errorArray(CODES.params, `${parameter}: invalid`);
}

/** Bitfinex's web page for an unknown path. */
export function unknownPath({ method, path }: Request): Answer {
  return page(
    `<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>Error</title>\n</head>\n<body>\n<pre>Cannot ${method} /api${path}</pre>\n</body>\n</html>\n`,
    404,
  );
}

/** Bitfinex's response to a fault. */
export function bitfinexFault(fault: AnsweredFault): Answer {
  switch (fault) {
    case '401':
    case '402':
    case '403':
      return errorArray(CODES.authentication, 'apikey: invalid');
    case '429':
      return errorArray(CODES.rateLimit, 'ratelimit: error', 429);
    case '500':
      return text('Internal Server Error', 500);
    case 'maintenance':
      return errorArray(CODES.maintenanceBegins, 'maintenance');
    case 'errorWith200':
      return errorArray(CODES.generic, 'generic error', 200);
  }
}
