export const FORM_TEXTS = {
  country: 'Country',
  phone: 'Phone',
  resend: 'Need another code?',
  ok: 'OK',
  cancel: 'Cancel',
} as const;
