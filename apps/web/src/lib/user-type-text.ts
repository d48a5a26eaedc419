/** What kinds of account are called. */
export const USER_TYPE_TEXTS = { commercial: 'Commercial User', retail: 'Retail User' } as const;
