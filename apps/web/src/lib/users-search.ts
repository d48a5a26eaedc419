import { USER_PAYMENTS, USER_SORTS, USER_STATUSES } from '@moneytrail/contract';

/** Search parameters of the users table. */
export type UsersSearch = {
  q?: string;
  type?: 'commercial' | 'retail';
  status?: (typeof USER_STATUSES)[number];
  payment?: (typeof USER_PAYMENTS)[number];
  sort?: (typeof USER_SORTS)[number];
  direction?: 'desc';
  size?: (typeof USER_PAGE_SIZES)[number];
  page?: number;
};

/** Page sizes besides the default of ten. */
const USER_PAGE_SIZES = ['25', '50', '100', 'all'] as const;
const DIRECTIONS = ['desc'] as const;
const TYPES = ['commercial', 'retail'] as const;

function oneOf<Name extends string, Value extends string>(
  name: Name,
  values: readonly Value[],
  given: unknown,
): { [Key in Name]?: Value } {
  const found = values.find((value) => value === given);
  // The computed key is the given name.
  return (found === undefined ? {} : { [name]: found }) as { [Key in Name]?: Value };
}

/** Drops absent and unknown parameters. */
export function readUsersSearch(search: Record<string, unknown>): UsersSearch {
  const { q, type, status, payment, sort, direction, size, page } = search;
  const number = Number(page);
  return {
    ...(typeof q === 'string' && q.trim() !== '' ? { q: q.slice(0, 100) } : {}),
    ...oneOf('type', TYPES, type),
    ...oneOf('status', USER_STATUSES, status),
    ...oneOf('payment', USER_PAYMENTS, payment),
    ...oneOf('sort', USER_SORTS, sort),
    ...oneOf('direction', DIRECTIONS, direction),
    ...oneOf('size', USER_PAGE_SIZES, size),
    ...(Number.isSafeInteger(number) && number > 1 ? { page: number } : {}),
  };
}
