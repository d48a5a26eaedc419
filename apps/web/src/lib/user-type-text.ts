export const USER_TYPE_TEXTS = { commercial: 'Commercial User', retail: 'Retail User' } as const;
