import type { Notes } from './note.ts';

const SCOPES = {
  text: 'The scopes: `prices:read`, `charts:read`, `charts:write`.',
  example: ['prices:read'],
};

/** API keys, and the tokens made with them. */
export const KEY_NOTES: Notes = {
  endpoints: {
    createApiKey:
      'The secret is told once; only its hash is stored. `409` if the account has its maximum of 20 keys.',
    rotateApiKey:
      'The secret is told once; only its hash is stored. A further rotation ends the older secret at once.',
    createToken: 'Needs an API key: a session cannot make tokens.',
  },
  schemas: {
    ApiKey: 'An API key without its secret. Times are ISO 8601 in UTC.',
    NewSecret: 'A key with a secret that is told only here.',
  },
  fields: {
    'ApiKey.name': 'The name of the key.',
    beginning: { text: 'The first characters of the newest secret.', example: 'mt_3kQ9' },
    scopes: SCOPES,
    'ApiKey.networks': 'The networks that may use the key; empty for all.',
    endsAt: 'The end of the key; null without one.',
    'ApiKey.lastUsedAt': 'The last use, exact to a minute; null if the key was never used.',
    oldSecretEndsAt: 'The end of the secret that a rotation replaced; null if only one is valid.',
    'createApiKey.body.name': { text: 'A name for the key.', example: 'Nightly report' },
    'createApiKey.body.networks': {
      text: 'The networks that may use the key, at most 20 addresses or ranges; all of them by default.',
      example: ['203.0.113.0/24'],
    },
    lastDay: {
      text: 'The last day of the key in UTC, as `YYYY-MM-DD`; it has no end if absent.',
      example: '2027-12-31',
    },
    'NewSecret.key': 'The key.',
    secret: 'The secret: store it now, because it is told only here.',
    'rotateApiKey.params.id': 'The `_id` of the key.',
    'revokeApiKey.params.id': 'The `_id` of the key.',
    'createToken.body.user': {
      text: 'A name of the customer, as you name them; charts are stored for this `user` only.',
      example: 'customer-1',
    },
    'createToken.body.scopes': {
      text: 'The scopes of the token; those of the key if absent.',
      example: ['prices:read', 'charts:read'],
    },
    minutes: { text: 'The life of the token in minutes, at most 60.', example: 15 },
    'createToken.response.token':
      'The token, for `Authorization: Bearer` in the page of the customer.',
    'createToken.response.expiresAt': 'The end of the token, ISO 8601 in UTC.',
  },
};
