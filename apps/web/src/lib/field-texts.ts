/** What is said of a field that is not right; the rules of a new password say theirs where they stand. */
export const FIELD_TEXTS = {
  required: 'This field is required',
  emailRequired: 'Email is required',
  emailInvalid: 'Email must be valid',
  passwordRequired: 'Password is required',
  confirmationRequired: 'Password confirmation is required',
  mismatch: 'Passwords do not match',
  samePassword: 'Password can not be the same as the existing one.',
  phoneRequired: 'Phone is required',
  phoneInvalid: 'Phone number must be valid',
  underAge: 'You must be at least 18 years old to register.',
} as const;
