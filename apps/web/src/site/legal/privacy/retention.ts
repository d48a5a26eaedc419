/** Retention periods, for the privacy policy. */
export const RETENTION = [
  { what: 'Codes and links to set a password', kept: 'Up to a day after they have expired' },
  { what: 'Limits', kept: 'Up to an hour after they have run out' },
  { what: 'Sessions', kept: '180 days after they were last used' },
  { what: 'Audit record', kept: '24 months' },
  { what: 'Error reports', kept: '30 days after the failure was last seen' },
  {
    what: 'Messages that wait to be sent',
    kept: 'Encrypted until they are sent, for a day at most; of what could not be sent, the failure without the message for 90 days',
  },
  { what: 'Notices of payment providers', kept: '90 days' },
  { what: 'Hash that a trial was used', kept: 'Counts for 730 days' },
  {
    what: 'Account, and the layouts and templates in it',
    kept: 'While it exists; 14 days after it is deleted it is erased',
  },
  {
    what: 'Subscriptions and payments',
    kept: 'As long as tax law and open claims require; of an erased account without name or address',
  },
  {
    what: 'Messages of the contact form',
    kept: '30 days; in our mailbox until they are settled',
  },
] as const;
