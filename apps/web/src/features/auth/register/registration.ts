import {
  confirmationProblem,
  FIELD_TEXTS,
  newPasswordProblem,
} from '../../../lib/account-rules.ts';
import { phoneProblem } from '../../../lib/phone-number.ts';
import { birthDateProblem } from './birth-date.ts';

/** The fields as the form holds them; an empty text is nothing chosen. */
export type RegistrationFields = {
  firstName: string;
  lastName: string;
  email: string;
  password: string;
  confirmation: string;
  tradingViewUsername: string;
  /** `YYYY-MM-DD` */
  dateOfBirth: string;
  gender: string;
  userType: string;
  phoneCountry: string;
  phone: string;
};

/** A form nobody has written in; who was invited is commercial. */
export function emptyRegistration(isInvited: boolean): RegistrationFields {
  return {
    firstName: '',
    lastName: '',
    email: '',
    password: '',
    confirmation: '',
    tradingViewUsername: '',
    dateOfBirth: '',
    gender: '',
    userType: isInvited ? 'commercial' : '',
    phoneCountry: 'ZA',
    phone: '',
  };
}

/** What is asked for besides the contract's rules. */
export function registrationRules(fields: RegistrationFields) {
  return {
    password: newPasswordProblem(fields.password, fields.email),
    confirmation: confirmationProblem(fields.confirmation, fields.password),
    dateOfBirth: birthDateProblem(fields.dateOfBirth, Date.now()),
    userType: fields.userType === '' ? FIELD_TEXTS.required : null,
    phone: phoneProblem(fields.phone, fields.phoneCountry),
  };
}

export const USER_TYPES = [
  { value: 'retail', label: 'Retail' },
  { value: 'commercial', label: 'Commercial' },
] as const;

/** What is sent: the form, and the invite that led to it. */
export function registrationBody(
  { confirmation: _, tradingViewUsername, ...others }: RegistrationFields,
  invite: string | null,
) {
  return { ...others, tradingViewUsername: tradingViewUsername.trim() || null, invite };
}
