/** What the account dialog says, letter for letter as specified. */
export const ACCOUNT_TEXTS = {
  title: 'Manage Account',
  tabs: { overview: 'Overview', privacy: 'Privacy & Security' },
  loadFailed:
    'Something went wrong while fetching your account information. If this problem persists, please contact us.',
  updated: 'Account details updated.',
  approved: 'Approved',
  pending: 'Pending',
  commercial: 'Commercial User',
  retail: 'Retail User',
  detailedSummary: 'Access to Detailed Summary',
  suffix: 'Access to Suffix',
  contact: { title: 'Contact Information', save: 'Save' },
  password: {
    title: 'Password',
    existing: 'Existing Password',
    next: 'New Password',
    confirmation: 'Confirm New Password',
    submit: 'Reset Password',
    forgot: 'Forgot your password?',
  },
  sessions: { title: 'Active sessions' },
} as const;

/** What the overview calls the state of a subscription. */
export const STATUS_TEXTS = {
  processing: 'Processing',
  cancelled: 'Cancelled',
  trial: 'Trial Active',
  active: 'Active',
  none: 'Not Active',
} as const;
