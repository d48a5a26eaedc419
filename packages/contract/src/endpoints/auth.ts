import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { text } from '../text.ts';
import {
  calendarDay,
  codeWasFor,
  deviceInfo,
  emailAddress,
  nameLine,
  oneTimeCode,
  optionalName,
  phoneCountry,
  phoneEnding,
  phoneNumber,
  typedPassword,
  userType,
} from './account-fields.ts';
import { deviceId } from './session-tokens.ts';

/** Either a session with its access token, or the demand for a code; never both. */
export const loginAnswer = z.strictObject({
  accessToken: z.optional(z.string()),
  needOtp: z.boolean(),
});
export type LoginAnswer = z.infer<typeof loginAnswer>;

export const login = endpoint({
  name: 'login',
  summary: 'Signs in with a password and, in a second step, a one-time code.',
  method: 'POST',
  path: '/api/auth/login',
  access: 'public',
  body: z
    .strictObject({
      username: emailAddress,
      password: typedPassword,
      deviceId,
      deviceInfo,
      otpCode: z.optional(oneTimeCode),
      recoveryCode: z.optional(oneTimeCode),
    })
    .check(
      z.refine((body) => body.otpCode === undefined || body.recoveryCode === undefined, {
        error: 'Send one code, not both',
        path: ['otpCode'],
      }),
    ),
  response: loginAnswer,
});

export const GENDERS = ['Male', 'Female'] as const;

export const register = endpoint({
  name: 'register',
  summary: 'Registers an account, which an administrator must approve.',
  method: 'POST',
  path: '/api/auth/register',
  access: 'public',
  body: z.strictObject({
    firstName: nameLine(80),
    lastName: nameLine(80),
    email: emailAddress,
    password: typedPassword,
    tradingViewUsername: z.optional(z.nullable(optionalName(80))),
    dateOfBirth: calendarDay,
    gender: z.enum(GENDERS, { error: 'This field is required' }),
    userType,
    phone: phoneNumber,
    phoneCountry: z._default(phoneCountry, 'ZA'),
    invite: z.optional(z.nullable(text().check(z.maxLength(200)))),
  }),
  response: z.strictObject({ isPending: z.boolean() }),
});

const told = z.strictObject({ message: z.string() });

export const forgotPassword = endpoint({
  name: 'forgotPassword',
  summary: 'Mails a link to set a new password if the address is known.',
  method: 'POST',
  path: '/api/auth/forgotPassword',
  access: 'public',
  body: z.pipe(
    z.strictObject({ email: z.optional(emailAddress), username: z.optional(emailAddress) }).check(
      z.refine(({ email, username }) => (email === undefined) !== (username === undefined), {
        error: 'Email is required',
        path: ['email'],
      }),
    ),
    z.transform(({ email, username }) => ({ email: email ?? username ?? '' })),
  ),
  response: told,
});

export const resetPassword = endpoint({
  name: 'resetPassword',
  summary: 'Sets a new password with the token of a reset link.',
  method: 'POST',
  path: '/api/auth/resetPassword',
  access: 'public',
  body: z.strictObject({
    token: text({ error: 'Reset token not found or not valid.' }).check(z.maxLength(200)),
    newPassword: typedPassword,
  }),
  response: told,
});

export const confirmEmail = endpoint({
  name: 'confirmEmail',
  summary: 'Confirms the address of an account with the link in its first email.',
  method: 'POST',
  path: '/api/auth/confirmEmail',
  access: 'public',
  body: z.strictObject({
    token: text({ error: 'The link is not valid.' }).check(z.maxLength(200)),
  }),
  response: z.strictObject({ message: z.string(), isApproved: z.boolean() }),
});

export const resendConfirmation = endpoint({
  name: 'resendConfirmation',
  summary: 'Mails the link that confirms the address of an account again, if it is not confirmed.',
  method: 'POST',
  path: '/api/auth/resendConfirmation',
  access: 'public',
  body: z.strictObject({ email: emailAddress }),
  response: z.strictObject({ message: z.string(), cooldownSeconds: z.int() }),
});

export const correctPhone = endpoint({
  name: 'correctPhone',
  summary: 'Replaces the phone number of an account that awaits approval, by its password.',
  method: 'POST',
  path: '/api/auth/correctPhone',
  access: 'public',
  body: z.strictObject({
    username: emailAddress,
    password: typedPassword,
    deviceId,
    phone: phoneNumber,
    phoneCountry,
  }),
  response: z.strictObject({ phoneEnding: z.string() }),
});

/** The time at which the next code can be requested. */
export const codeSent = z.strictObject({
  isSent: z.boolean(),
  hasCode: z.boolean(),
  codeWasFor,
  /** Only after the right password. */
  phoneEnding,
  nextAvailableAt: z.int(),
  cooldownSeconds: z.int(),
});
export type CodeSent = z.infer<typeof codeSent>;

export const sendOtp = endpoint({
  name: 'sendOtp',
  summary: 'Sends the code of the open sign-in by SMS.',
  method: 'POST',
  path: '/api/auth/otp/send',
  access: 'public',
  body: z.strictObject({ username: emailAddress }),
  response: codeSent,
});

export const requestRecovery = endpoint({
  name: 'requestRecovery',
  summary: 'Sends the recovery code of the open sign-in by email.',
  method: 'POST',
  path: '/api/auth/otp/recovery-request',
  access: 'public',
  body: z.strictObject({ username: emailAddress }),
  response: codeSent,
});

export const verifyOtp = endpoint({
  name: 'verifyOtp',
  summary: "Confirms the caller's new phone number with the code sent to it.",
  method: 'POST',
  path: '/api/auth/otp/verify',
  access: 'user',
  body: z.strictObject({ username: emailAddress, code: oneTimeCode }),
  response: z.strictObject({ phoneE164: z.string(), phoneCountry: z.string() }),
});
