/** Quoted texts are verbatim from the specification. */
export const USERS_TEXTS = {
  listFailed: 'Could not load the users.',
  none: 'No users found.',
  statuses: {
    pending: 'Pending',
    unconfirmed: 'Unconfirmed',
    approved: 'Approved',
    revoked: 'Revoked',
    deleted: 'Deleted',
  },
  suspended: 'Suspended',
  types: { commercial: 'Commercial', retail: 'Retail' },
  payments: { active: 'Paid', lapsed: 'Lapsed', none: 'None' },
  /** Filters, which list more than one word of the column. */
  paymentFilters: {
    active: 'Paid, trial, override',
    lapsed: 'Lapsed',
    none: 'Never paid',
  },
} as const;

/** Toasts after changes; the server's message completes the dots. */
export const CHANGE_TEXTS = {
  approve: { done: 'User Approved.', failed: 'Error Approving User: ...' },
  takeApprovalBack: {
    done: 'Approval taken back.',
    failed: 'The approval could not be taken back: ...',
  },
  reject: { done: 'Registration rejected.', failed: 'The registration could not be rejected: ...' },
  restoreDeleted: { done: 'User restored.', failed: 'The user could not be restored: ...' },
  confirmation: {
    done: 'The confirmation link was sent.',
    failed: 'The confirmation link could not be sent: ...',
  },
  passwordReset: {
    done: 'The link to set a new password was sent.',
    failed: 'The link could not be sent: ...',
  },
  details: { done: 'User details saved.', failed: 'The details could not be saved: ...' },
  revoke: { done: 'User Access Revoked.', failed: 'Error Updating User Access: ...' },
  restore: { done: 'User Access Restored.', failed: 'Error Updating User Access: ...' },
  remove: {
    done: 'User Deleted.',
    failed: 'Error Deleting User: ...',
    gone: 'Unable To Find User to Delete.',
  },
  payment: {
    done: 'User Payment Detail Updated.',
    failed: 'Error Updating User Payment Details: ...',
  },
  override: {
    done: 'User Subscription Required Flag Updated.',
    failed: 'Error Updating User Subscription Required Flag: ...',
  },
  permissions: {
    done: 'User Permissions Updated.',
    failed: 'Error Updating User Permissions: ...',
  },
  feeds: { done: 'User Feed Access Updated.', failed: 'Error Updating User Feed Access: ...' },
  seats: { done: 'User Seats Updated.', failed: 'Error Updating User Seats: ...' },
  sessions: { done: 'User Sessions Ended.', failed: 'Error Ending User Sessions: ...' },
  session: { done: 'Session ended.', failed: 'The session could not be ended: ...' },
} as const;

export const MANAGE_TEXTS = {
  loadFailed:
    'Something went wrong while fetching the account information. If this problem persists, please contact us.',
  gone: 'This user was deleted or does not exist. A deleted user can be restored for 14 days: choose the status Deleted in the list.',
  subUser: 'The rights and the payment of a sub-user are those of the main user.',
  overrideForRetail: 'For retail users only. Commercial users pay by agreement.',
  overrideWithout: 'The user has a subscription.',
  retailPayment: 'A payment recorded here gives a retail user no access. Retail users subscribe.',
  ownSessions: 'End your own sessions in Manage Account.',
} as const;
