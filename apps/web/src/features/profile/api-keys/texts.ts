import type { KeyScope } from '@moneytrail/contract';

export const API_KEYS_TEXTS = {
  title: 'API keys',
  about:
    "Programs that send a key read prices, and keep charts, with your account's rights. They cannot change the account.",
  docs: 'How programs use it',
  needsPlan: 'Your account needs a plan to make keys.',
  none: 'No keys yet.',
  make: 'New key',
  makeTitle: 'New API key',
  create: 'Create key',
  name: 'Name',
  nameHint: 'The program that will use it',
  scopes: 'Allows',
  networks: 'Networks',
  networksHint: 'Addresses or networks that may use it, such as 203.0.113.0/24. Empty: any.',
  lastDay: 'Last day',
  lastDayHint: 'Such as 31 Dec 2026. Empty: no end.',
  secretTitle: 'Copy your key now',
  secretOnce: 'It is shown this once. Keep it on a server, never in a page or in published code.',
  secretLabel: 'API key',
  done: 'I have kept it',
  rotate: 'Rotate',
  rotateTitle: 'Give this key another secret?',
  rotateWarning: 'The present secret stays valid for a day, so that you can replace it.',
  revoke: 'Revoke',
  revokeTitle: (name: string) => `Revoke "${name}"?`,
  revokeWarning:
    'Programs that use this key, tokens made with it and their streams end at once. This cannot be undone.',
  revoked: (name: string) => `The key "${name}" is revoked.`,
  neverUsed: 'Never used',
  lastUsed: (since: string) => `Used ${since}`,
  made: (day: string) => `Made ${day}`,
  ends: (day: string) => `Ends after ${day}`,
  oldSecret: (moment: string) => `The secret before ends ${moment}`,
  from: (networks: string) => `From ${networks}`,
  failures: {
    list: 'Your keys could not be loaded.',
    make: 'The key could not be made.',
    rotate: 'The key could not be rotated.',
    revoke: 'The key could not be revoked.',
  },
} as const;

export const SCOPE_TEXTS: Readonly<Record<KeyScope, { name: string; meaning: string }>> = {
  'prices:read': { name: 'Prices', meaning: 'Read prices, signals and the live stream' },
  'charts:read': {
    name: 'Read charts',
    meaning: 'Read saved charts, templates, watchlists and alerts',
  },
  'charts:write': {
    name: 'Change charts',
    meaning: 'Save, share and delete charts, templates, watchlists and alerts',
  },
};
