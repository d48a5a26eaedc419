/** The product's name and how it is reached: one configuration for pages, mails and messages. */
export const BRAND = {
  name: 'Moneytrail',
  toolbarName: 'MONEY • TRAIL',
  tagline: 'WE FOLLOW THE MONEY',
  contactAddress: 'support@moneytrail.example',
  /** Where the publication posts. */
  social: { name: 'Moneytrail on social media', address: 'https://social.moneytrail.example/' },
} as const;
