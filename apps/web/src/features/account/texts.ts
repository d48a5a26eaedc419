import { USER_TYPE_TEXTS } from '../../lib/person-name.ts';
import { MISSING } from '../../lib/subscription-dates.ts';

/** The account dialog's texts, verbatim from the specification. */
export const ACCOUNT_TEXTS = {
  title: 'Manage Account',
  tabs: {
    overview: 'Overview',
    privacy: 'Privacy & Security',
    subscription: 'Subscription',
    sharing: 'Account Sharing',
  },
  loadFailed:
    'Something went wrong while fetching your account information. If this problem persists, please contact us.',
  updated: 'Account details updated.',
  approved: 'Approved',
  pending: 'Pending',
  ...USER_TYPE_TEXTS,
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
  sharing: {
    noAccess:
      "You don't have access to this functionality as you don't have an active plan/ you have not paid yet. If you believe this is a problem, please contact us.",
    contact: 'contact us',
    lapsed: 'Your payment has expired. Nothing can be changed here until it is renewed.',
    invites: 'Invites',
    users: 'Users',
    create: 'Create Invite',
    full: 'All seats are in use. Revoke an invite or a user to free one.',
    link: 'Invite link',
    linkOnce: 'It is shown only once. Copy it before you leave.',
    copied: 'Invite link copied to your clipboard.',
    notCopied:
      'Something went wrong while copying the invite link to your clipboard. Please try again. If this problem persists, pleas contact us.',
    noUrl:
      'Something went wrong while generating the invitation link. Please try again. If this problem persists, please contact us.',
    created: 'Created',
    expires: 'Expires',
    status: 'Status',
    action: 'Action',
    name: 'Name',
    username: 'Username',
    state: 'State',
    statuses: { pending: 'Pending', accepted: 'Accepted', expired: 'Expired', revoked: 'Revoked' },
    active: 'Active',
    suspended: 'Suspended',
    noInvites:
      'You have not invited anyone yet. An invite is a link for one person, valid for seven days.',
    noUsers: 'Nobody shares your account yet. Send an invite to add someone.',
    listedOnce: 'People are listed once they have confirmed their address or signed in.',
    revokeInvite: 'Revoke',
    revokeInviteTitle: 'Revoke this invite?',
    revokeInviteWarning: 'Its link stops working and its seat becomes free.',
    revokeUser: 'Revoke User Access',
    revokeUserWarning:
      'They are signed out at once and their seat becomes free. You can restore them while a seat is free.',
    restoreUser: 'Restore User Access',
    failures: {
      create: 'Failed create seat invite.',
      listInvites: 'Failed to list seat invites.',
      revokeInvite: 'Failed to revoke seat invite.',
      summary: 'Failed to get seat summary.',
      listUsers: 'Failed to list users.',
      revokeUser: 'Failed to revoke user access.',
      restoreUser: 'Failed to restore user access.',
    },
  },
} as const;

export const STATUS_TEXTS = {
  processing: 'Processing',
  cancelled: 'Cancelled',
  trial: 'Trial Active',
  active: 'Active',
  none: 'Not Active',
} as const;

export const SUBSCRIPTION_TEXTS = {
  processing: 'Your subscription is being processed. Check back in 15 minutes.',
  noId: 'Something went wrong while processing your subscription. Please contact the support team for assistance.',
  active: 'Active',
  trial: 'Trial',
  cancelled: 'Cancelled',
  failed: 'Payment failed',
  refunded: 'Refunded',
  paused: 'Paused',
  mayGoOn:
    'The provider has paused this plan. If it resumes the plan, you are charged again. Cancel it if you do not want that.',
  paidBack:
    'Your last payment was refunded, which ended your access. The next payment restores it.',
  payInTime:
    'The payment will be retried. Please check your card or account, or choose another way to pay.',
  payOrCancel:
    'Access returns as soon as the payment goes through. To choose another plan, cancel this one first.',
  missing: MISSING,
  cancel: 'Cancel Subscription',
  plansFailed: 'Failed to fetch plans.',
  upgradeFailed: 'Failed to upgrade subscription.',
  cancelFailed: 'Failed to cancel subscription.',
  confirmFailed: 'Failed to confirm subscription.',
  paymentCancelled: 'Payment cancelled. You have not been charged.',
  paymentRefused:
    'The payment provider refused the payment. You have not been charged. Try again, or choose another way to pay.',
} as const;
