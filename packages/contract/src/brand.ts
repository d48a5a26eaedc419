/** The product's name and contact details for pages, mails and messages. */
export const BRAND = {
  name: 'Moneytrail',
  toolbarName: 'MONEY • TRAIL',
  tagline: 'WE FOLLOW THE MONEY',
  contactAddress: 'support@moneytrail.example',
  /** The publication's page on social media. */
  social: { name: 'Moneytrail on social media', address: 'https://social.moneytrail.example/' },
} as const;
