/** What the account dialog says, letter for letter as specified. */
export const ACCOUNT_TEXTS = {
  loadFailed:
    'Something went wrong while fetching your account information. If this problem persists, please contact us.',
  updated: 'Account details updated.',
  samePassword: 'Password can not be the same as the existing one.',
} as const;
