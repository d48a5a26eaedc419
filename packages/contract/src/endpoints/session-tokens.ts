// Apart from the sign-in, as every page renews its session.

import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { text } from '../text.ts';

/** A random id kept by the browser; it names a device and proves nothing. */
export const deviceId = text({ error: 'Device id is required' }).check(
  z.regex(/^[A-Za-z0-9-]{8,64}$/, 'Device id is not valid'),
);

export const refreshSession = endpoint({
  name: 'refreshSession',
  summary: 'Issues a new access token for the refresh cookie of this device.',
  method: 'POST',
  path: '/api/auth/refresh',
  access: 'public',
  body: z.strictObject({ deviceId }),
  response: z.strictObject({ accessToken: z.string() }),
});

export const logout = endpoint({
  name: 'logout',
  summary: 'Signs the device out.',
  method: 'POST',
  path: '/api/auth/logout',
  access: 'public',
  body: z.strictObject({
    deviceId,
    hard: z._default(z.boolean(), true),
    sessionId: z.optional(z.uuid()),
  }),
  response: z.undefined(),
});
