/** Quoted texts are verbatim from the specification. */
export const OPERATIONS_TEXTS = {
  errors: {
    title: 'Error Logs',
    none: 'No errors found.',
    failed: 'The error log could not be loaded.',
    columns: { timestamp: 'Timestamp', source: 'Source', message: 'Message', context: 'Context' },
  },
  audit: {
    title: 'Audit Log',
    none: 'No entries found.',
    failed: 'The audit log could not be loaded.',
    neverChecked: 'Not verified yet: the chain is checked every night.',
    damages: {
      changed: 'an entry was modified',
      removed: 'entries are missing before it',
      replaced: 'an entry was replaced',
      'start-removed': 'the oldest entries are missing',
      'end-removed': 'the newest entries are missing',
      'end-added': 'entries were added outside the program',
      'head-missing': 'the head of the chain is missing',
      'head-changed': 'the head of the chain was modified',
      disputed: 'head and entries disagree',
    },
  },
  messages: {
    title: 'Contact Messages',
    none: 'No messages found.',
    failed: 'The messages could not be loaded.',
    kept: 'Each was mailed to the contact address, and is kept here for 30 days.',
    states: { unread: 'New', read: 'Read', answered: 'Answered' },
    markFailed: 'The message could not be marked: ...',
    deleted: 'Message deleted.',
    deleteFailed: 'The message could not be deleted: ...',
  },
  jobs: {
    title: 'Jobs',
    failed: 'The jobs could not be loaded.',
    retried: 'Job Enqueued Again.',
    retryFailed: 'Error Retrying Job: ...',
    tabs: { queues: 'Queues', running: 'Running', failed: 'Failed', messages: 'Messages' },
    none: {
      queues: 'No queues found.',
      running: 'No jobs are running.',
      failed: 'No jobs have failed.',
      messages: 'No undelivered messages.',
    },
  },
} as const;
