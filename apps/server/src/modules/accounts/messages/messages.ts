import { BRAND } from '@moneytrail/contract';
import type { MailMessage } from '../../../outside/mail.ts';
import { letter, type Reader } from './layout.ts';

type Site = { settings: { publicUrl: string } };

const NOT_YOU = `If this was not you, please contact us: ${BRAND.contactAddress}.`;

const leadTo = (site: Site, path: string, label: string) => ({
  action: { label, url: site.settings.publicUrl + path },
});
const setPassword = (site: Site) => leadTo(site, '/forgot-password', 'Set a new password');

const confirmAddress = (site: Site, token: string) =>
  leadTo(site, `/confirm-email?token=${encodeURIComponent(token)}`, 'Confirm your email address');

/** After a registration that awaits approval; the link confirms the address. */
export function approvalPendingMail(site: Site, to: Reader, token: string): MailMessage {
  const lines = [
    'Thank you for registering. Your account is awaiting approval. You will receive an email once it is approved.',
    'Please confirm that this address is yours. If you did not register, you need not do anything.',
  ];
  return letter(to, 'your account is awaiting approval', lines, {
    heading: 'Approval pending',
    ...confirmAddress(site, token),
  });
}

/** After a registration that needs no approval; the link confirms the address. */
export function welcomeMail(site: Site, to: Reader, token: string): MailMessage {
  const lines = [
    'Thank you for registering. You can now sign in.',
    'Please confirm that this address is yours. If you did not register, please tell us.',
  ];
  return letter(to, 'your account is ready', lines, confirmAddress(site, token));
}

export function approvedMail(site: Site, to: Reader): MailMessage {
  const action = leadTo(site, '/login', 'Sign in');
  return letter(to, 'your account is approved', ['You can now sign in.'], action);
}

/** After an approval was taken back. */
export function approvalWithdrawnMail(to: Reader): MailMessage {
  const lines = [
    'The approval of your account has been taken back, so you cannot sign in for now. You will receive an email once it is approved.',
    `If you have a question, please contact us: ${BRAND.contactAddress}.`,
  ];
  return letter(to, 'your account is awaiting approval', lines, { heading: 'Approval pending' });
}

/** After a registration was rejected, with the administrator's reason. */
export function registrationRejectedMail(to: Reader, reason: string): MailMessage {
  const lines = [
    `We have not approved your registration. The reason: ${reason}`,
    `Your data will be erased after 14 days. If you believe this is an error, please contact us: ${BRAND.contactAddress}.`,
  ];
  return letter(to, 'your registration was not approved', lines);
}

/** After an attempt to register an address whose account is deleted; the day is `20 November 2026`. */
export function deletedAccountMail(to: Reader, erasedOn: string): MailMessage {
  const lines = [
    `Somebody has just tried to register with your email address. The account of this address was deleted, and its data will be erased on ${erasedOn}. You can register again after that.`,
    `To have the account back before then, please contact us: ${BRAND.contactAddress}. If you did not try to register, you need not do anything.`,
  ];
  return letter(to, 'your account was deleted', lines);
}

/** After an administrator ended sessions. */
export function sessionsEndedMail(site: Site, to: Reader, count: number): MailMessage {
  const what =
    count === 1
      ? 'An administrator has ended one of your sessions. Please sign in again on that device.'
      : `An administrator has ended ${count} of your sessions. Please sign in again.`;
  const question = `If you have a question, please contact us: ${BRAND.contactAddress}.`;
  return letter(to, 'you were signed out', [what, question], leadTo(site, '/login', 'Sign in'));
}

/** After an attempt to register an address that has an account. */
export function alreadyRegisteredMail(site: Site, to: Reader): MailMessage {
  const what =
    'Somebody has just tried to register with your email address. Nothing has changed: sign in as before, or set a new password if you have forgotten yours.';
  return letter(to, 'you already have an account', [what, NOT_YOU], setPassword(site));
}

export function resetLinkMail(site: Site, to: Reader, token: string): MailMessage {
  const path = `/reset-password?token=${encodeURIComponent(token)}`;
  const lines = [
    'The link works once, within 30 minutes. You will be asked for a code at your next sign-in.',
    'If you did not ask for it, nothing has changed and you need not do anything.',
  ];
  return letter(to, 'set a new password', lines, leadTo(site, path, 'Set a new password'));
}

export function recoveryCodeMail(to: Reader, code: string): MailMessage {
  const lines = [
    'The code is valid for 10 minutes. Nobody of us will ever ask you for it.',
    `If you did not ask for it, somebody knows your password: please change it. ${NOT_YOU}`,
  ];
  return letter(to, 'your recovery code', lines, { code });
}

export function recoveryUsedMail(site: Site, to: Reader): MailMessage {
  const what =
    'Somebody has just signed in to your account with a recovery code instead of your phone.';
  return letter(to, 'a recovery code was used', [what, NOT_YOU], setPassword(site));
}

/** After a change or a reset of the password. */
export function passwordChangedMail(site: Site, to: Reader): MailMessage {
  const lines = ['Your other sessions have been ended.', NOT_YOU];
  return letter(to, 'your password was changed', lines, setPassword(site));
}

export function phoneChangedMail(to: Reader): MailMessage {
  const lines = ['From now on codes are sent to the new number.', NOT_YOU];
  return letter(to, 'your phone number was changed', lines);
}

export function newDeviceMail(
  site: Site,
  to: Reader,
  { deviceInfo, address }: { deviceInfo: string; address: string },
): MailMessage {
  const where = `${deviceInfo || 'Unknown device'}, address ${address}.`;
  return letter(to, 'sign-in on a new device', [where, NOT_YOU], setPassword(site));
}

/** After the reuse of a refresh token. */
export function reuseAlarmMail(site: Site, to: Reader): MailMessage {
  const what =
    'A session of yours was used from two places at once, as happens when it is copied by somebody else. We have ended it. Please sign in again, and set a new password if you did not expect this.';
  return letter(to, 'we ended a session of yours', [what, NOT_YOU], setPassword(site));
}

export function keyMadeMail(site: Site, to: Reader, name: string): MailMessage {
  const lines = [
    `An API key was made in your account: ${name}. Programs that have it read prices and keep charts in your name until you revoke it.`,
    NOT_YOU,
  ];
  return letter(to, 'a new API key', lines, leadTo(site, '/dashboard/profile', 'See your keys'));
}

export function accountLockedMail(site: Site, to: Reader): MailMessage {
  const what =
    'A wrong password was entered several times. Signing in from unknown devices is paused for a short while; your own devices are not affected.';
  return letter(to, 'several failed sign-ins', [what, NOT_YOU], setPassword(site));
}

export function codeText(code: string): string {
  return `Your ${BRAND.name} code is ${code}. It is valid for 10 minutes. Never share it.`;
}

export function recoveryUsedText(): string {
  return `${BRAND.name}: a recovery code was used to sign in to your account. Not you? Set a new password.`;
}

/** Sent to the old number. */
export function phoneChangedText(): string {
  return `${BRAND.name}: codes are sent to another number from now on. Not you? Contact ${BRAND.contactAddress}.`;
}
