import { GENDERS, type RequestOf, type register } from '@moneytrail/contract';
import {
  confirmationProblem,
  emailProblem,
  newPasswordProblem,
  requiredProblem,
} from '../../../lib/account-rules.ts';
import { phoneProblem } from '../../../lib/phone-number.ts';
import type { Rules } from '../../../lib/use-form.ts';
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

/** What each field is asked for. */
export const REGISTRATION_RULES: Rules<RegistrationFields> = {
  firstName: requiredProblem,
  lastName: requiredProblem,
  email: emailProblem,
  password: (password, { email }) => newPasswordProblem(password, email),
  confirmation: (text, { password }) => confirmationProblem(text, password),
  dateOfBirth: (day) => birthDateProblem(day, Date.now()),
  gender: requiredProblem,
  userType: requiredProblem,
  phone: (phone, { phoneCountry }) => phoneProblem(phone, phoneCountry),
};

export const USER_TYPES = [
  { value: 'retail', label: 'Retail' },
  { value: 'commercial', label: 'Commercial' },
] as const;

/** What is sent: a valid form, and the invite that led to it. */
export function registrationBody(
  fields: RegistrationFields,
  invite: string | null,
): RequestOf<typeof register>['body'] {
  const { confirmation: _, tradingViewUsername, gender, userType, ...others } = fields;
  return {
    ...others,
    email: fields.email.trim(),
    gender: gender === 'Male' ? GENDERS[0] : GENDERS[1],
    userType: userType === 'commercial' ? 'commercial' : 'retail',
    tradingViewUsername: tradingViewUsername.trim() || null,
    invite,
  };
}
