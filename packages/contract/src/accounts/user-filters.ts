// Apart from the endpoints, as the address of the list of users is read by every page.

/**
 * The state of an account. An administrator's decision takes precedence over the confirmation of the address. `deleted`
 * ones can be restored until they are erased.
 */
export const USER_STATUSES = ['pending', 'unconfirmed', 'approved', 'revoked', 'deleted'] as const;
/**
 * Paid access: `active` has it now, `lapsed` had it once, `none` never did. A sub-user has the state of the main
 * account.
 */
export const USER_PAYMENTS = ['active', 'lapsed', 'none'] as const;
/** Sort orders; `attention` lists accounts that wait for approval first, then the newest. */
export const USER_SORTS = [
  'attention',
  'name',
  'username',
  'type',
  'status',
  'payment',
  'created',
] as const;
