/** What forms in several places say. */
export const FORM_TEXTS = {
  country: 'Country',
  phone: 'Phone',
  resend: 'Need another code?',
  ok: 'OK',
} as const;
