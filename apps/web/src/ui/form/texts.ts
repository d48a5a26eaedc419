export const FORM_TEXTS = {
  country: 'Country',
  phone: 'Phone',
  resend: 'Need another code?',
  slow: 'Still waiting for the server. Your connection seems to be slow; everything you entered is kept.',
  ok: 'OK',
  cancel: 'Cancel',
} as const;
