import * as z from 'zod/mini';

/** Rights that an administrator or a plan gives beyond the sources. */
export const permissions = z.strictObject({
  isDetailedSummaryAllowed: z.boolean(),
  isSuffixAllowed: z.boolean(),
});

/** The fields of a user that decide what they may see. */
export const currentUser = z.strictObject({
  _id: z.string(),
  username: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  userType: z.enum(['commercial', 'retail']),
  isSuperAdmin: z.boolean(),
  permissions,
  feedAccess: z.strictObject({
    isBVGAllowed: z.boolean(),
    isFMPAllowed: z.boolean(),
    isBitfinexAllowed: z.boolean(),
    isTiingoAllowed: z.boolean(),
  }),
});
export type CurrentUser = z.infer<typeof currentUser>;
