import * as z from 'zod/mini';

/** The body of an endpoint whose `bodyKind` is `raw`. */
export const rawBody = z.instanceof(Uint8Array);
