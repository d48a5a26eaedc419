import { BRAND } from '@moneytrail/contract';
import type { MailMessage } from '../../../outside/mail.ts';
import { renderMail } from './layout.ts';

type To = { username: string; first_name: string };
type Site = { settings: { publicUrl: string } };

const NOT_YOU = `If this was not you, please contact us: ${BRAND.contactAddress}.`;
const hello = (to: To) => `Hello ${to.first_name},`;
const resetUrl = (site: Site) => `${site.settings.publicUrl}/forgot-password`;

/** After registering: somebody has to approve the account first; the link confirms the address. */
export function approvalPendingMail(site: Site, to: To, token: string): MailMessage {
  return renderMail({
    to: to.username,
    subject: `${BRAND.name}: your account is awaiting approval`,
    heading: 'Approval pending',
    paragraphs: [
      hello(to),
      'Thank you for registering. Your account is awaiting approval. You will receive an email once it is approved.',
      'Please confirm that this address is yours. If you did not register, you need not do anything.',
    ],
    action: {
      label: 'Confirm your email address',
      url: `${site.settings.publicUrl}/confirm-email?token=${encodeURIComponent(token)}`,
    },
  });
}

/** The account was approved. */
export function approvedMail(site: Site, to: To): MailMessage {
  return renderMail({
    to: to.username,
    subject: `${BRAND.name}: your account is approved`,
    heading: 'Your account is approved',
    paragraphs: [hello(to), 'You can now sign in.'],
    action: { label: 'Sign in', url: `${site.settings.publicUrl}/login` },
  });
}

/** Somebody registered with an address that has an account. */
export function alreadyRegisteredMail(site: Site, to: To): MailMessage {
  return renderMail({
    to: to.username,
    subject: `${BRAND.name}: you already have an account`,
    heading: 'You already have an account',
    paragraphs: [
      hello(to),
      'Somebody has just tried to register with your email address. Nothing has changed: sign in as before, or set a new password if you have forgotten yours.',
      NOT_YOU,
    ],
    action: { label: 'Set a new password', url: resetUrl(site) },
  });
}

/** The link to set a new password; the token is in its query. */
export function resetLinkMail(site: Site, to: To, token: string): MailMessage {
  return renderMail({
    to: to.username,
    subject: `${BRAND.name}: set a new password`,
    heading: 'Set a new password',
    paragraphs: [
      hello(to),
      'The link works once, within 30 minutes. You will be asked for a code at your next sign-in.',
      'If you did not ask for it, nothing has changed and you need not do anything.',
    ],
    action: {
      label: 'Set a new password',
      url: `${site.settings.publicUrl}/reset-password?token=${encodeURIComponent(token)}`,
    },
  });
}

/** A code to sign in with when the phone is not at hand. */
export function recoveryCodeMail(to: To, code: string): MailMessage {
  return renderMail({
    to: to.username,
    subject: `${BRAND.name}: your recovery code`,
    heading: 'Your recovery code',
    paragraphs: [
      hello(to),
      'The code is valid for 10 minutes. Nobody of us will ever ask you for it.',
      `If you did not ask for it, somebody knows your password: please change it. ${NOT_YOU}`,
    ],
    code,
  });
}

/** A recovery code let somebody in. */
export function recoveryUsedMail(site: Site, to: To): MailMessage {
  return renderMail({
    to: to.username,
    subject: `${BRAND.name}: a recovery code was used`,
    heading: 'A recovery code was used',
    paragraphs: [
      hello(to),
      'Somebody has just signed in to your account with a recovery code instead of your phone.',
      NOT_YOU,
    ],
    action: { label: 'Set a new password', url: resetUrl(site) },
  });
}

/** The password was changed or set anew. */
export function passwordChangedMail(site: Site, to: To): MailMessage {
  return renderMail({
    to: to.username,
    subject: `${BRAND.name}: your password was changed`,
    heading: 'Your password was changed',
    paragraphs: [hello(to), 'Your other sessions have been ended.', NOT_YOU],
    action: { label: 'Set a new password', url: resetUrl(site) },
  });
}

/** The phone number that codes are sent to was changed. */
export function phoneChangedMail(to: To): MailMessage {
  return renderMail({
    to: to.username,
    subject: `${BRAND.name}: your phone number was changed`,
    heading: 'Your phone number was changed',
    paragraphs: [hello(to), 'From now on codes are sent to the new number.', NOT_YOU],
  });
}

/** A sign-in on a device that was not seen before. */
export function newDeviceMail(
  site: Site,
  to: To,
  place: { deviceInfo: string; address: string },
): MailMessage {
  const device = place.deviceInfo === '' ? 'Unknown device' : place.deviceInfo;
  return renderMail({
    to: to.username,
    subject: `${BRAND.name}: sign-in on a new device`,
    heading: 'Sign-in on a new device',
    paragraphs: [hello(to), `${device}, address ${place.address}.`, NOT_YOU],
    action: { label: 'Set a new password', url: resetUrl(site) },
  });
}

/** A refresh token was shown twice: a session was copied. */
export function reuseAlarmMail(site: Site, to: To): MailMessage {
  return renderMail({
    to: to.username,
    subject: `${BRAND.name}: we ended a session of yours`,
    heading: 'We ended a session of yours',
    paragraphs: [
      hello(to),
      'A session of yours was used from two places at once, as happens when it is copied by somebody else. We have ended it. Please sign in again, and set a new password if you did not expect this.',
      NOT_YOU,
    ],
    action: { label: 'Set a new password', url: resetUrl(site) },
  });
}

/** Too many wrong passwords. */
export function accountLockedMail(site: Site, to: To): MailMessage {
  return renderMail({
    to: to.username,
    subject: `${BRAND.name}: several failed sign-ins`,
    heading: 'Several failed sign-ins',
    paragraphs: [
      hello(to),
      'A wrong password was entered several times. Signing in from unknown devices is paused for a short while; your own devices are not affected.',
      NOT_YOU,
    ],
    action: { label: 'Set a new password', url: resetUrl(site) },
  });
}

/** The short message that carries a code. */
export function codeText(code: string): string {
  return `Your ${BRAND.name} code is ${code}. It is valid for 10 minutes. Never share it.`;
}

/** Tells the phone's owner that somebody came in without it. */
export function recoveryUsedText(): string {
  return `${BRAND.name}: a recovery code was used to sign in to your account. Not you? Set a new password.`;
}

/** Tells the old number that it has been replaced. */
export function phoneChangedText(): string {
  return `${BRAND.name}: codes are sent to another number from now on. Not you? Contact ${BRAND.contactAddress}.`;
}
