/** The product's name and contact details for pages, mails and messages. */
export const BRAND = {
  name: 'Moneytrail',
  toolbarName: 'MONEY • TRAIL',
  tagline: 'WE FOLLOW THE MONEY',
  contactAddress: 'support@moneytrail.example',
  /** The usual duration of the approval of a registration: a promise to keep, or to change. */
  approvalTime: 'usually within one working day',
  /** Named as the seller on receipts. */
  seller: {
    name: 'Moneytrail (Pty) Ltd',
    address: ['1 Example Street', 'Cape Town 8001', 'South Africa'],
  },
  /** The publication's page on social media. */
  social: { name: 'Moneytrail on social media', address: 'https://social.moneytrail.example/' },
} as const;
