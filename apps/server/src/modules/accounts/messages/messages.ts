import { BRAND } from '@moneytrail/contract';
import type { MailMessage } from '../../../outside/mail.ts';
import { type MailContent, renderMail } from './layout.ts';

type To = { username: string; first_name: string };
type Site = { settings: { publicUrl: string } };

const NOT_YOU = `If this was not you, please contact us: ${BRAND.contactAddress}.`;

/** A mail that greets its reader; its heading is its subject unless it has one of its own. */
function mail(
  to: To,
  subject: string,
  lines: readonly string[],
  more: Pick<MailContent, 'action' | 'code'> & { heading?: string } = {},
): MailMessage {
  return renderMail({
    to: to.username,
    subject: `${BRAND.name}: ${subject}`,
    heading: subject.charAt(0).toUpperCase() + subject.slice(1),
    paragraphs: [`Hello ${to.first_name},`, ...lines],
    ...more,
  });
}

/** A button that leads to a page of ours. */
const leadTo = (site: Site, path: string, label: string) => ({
  action: { label, url: site.settings.publicUrl + path },
});
const setPassword = (site: Site) => leadTo(site, '/forgot-password', 'Set a new password');

/** After registering: somebody has to approve the account first; the link confirms the address. */
export function approvalPendingMail(site: Site, to: To, token: string): MailMessage {
  const path = `/confirm-email?token=${encodeURIComponent(token)}`;
  const lines = [
    'Thank you for registering. Your account is awaiting approval. You will receive an email once it is approved.',
    'Please confirm that this address is yours. If you did not register, you need not do anything.',
  ];
  return mail(to, 'your account is awaiting approval', lines, {
    heading: 'Approval pending',
    ...leadTo(site, path, 'Confirm your email address'),
  });
}

/** The account was approved. */
export function approvedMail(site: Site, to: To): MailMessage {
  const action = leadTo(site, '/login', 'Sign in');
  return mail(to, 'your account is approved', ['You can now sign in.'], action);
}

/** Somebody registered with an address that has an account. */
export function alreadyRegisteredMail(site: Site, to: To): MailMessage {
  const what =
    'Somebody has just tried to register with your email address. Nothing has changed: sign in as before, or set a new password if you have forgotten yours.';
  return mail(to, 'you already have an account', [what, NOT_YOU], setPassword(site));
}

/** The link to set a new password; the token is in its query. */
export function resetLinkMail(site: Site, to: To, token: string): MailMessage {
  const path = `/reset-password?token=${encodeURIComponent(token)}`;
  const lines = [
    'The link works once, within 30 minutes. You will be asked for a code at your next sign-in.',
    'If you did not ask for it, nothing has changed and you need not do anything.',
  ];
  return mail(to, 'set a new password', lines, leadTo(site, path, 'Set a new password'));
}

/** A code to sign in with when the phone is not at hand. */
export function recoveryCodeMail(to: To, code: string): MailMessage {
  const lines = [
    'The code is valid for 10 minutes. Nobody of us will ever ask you for it.',
    `If you did not ask for it, somebody knows your password: please change it. ${NOT_YOU}`,
  ];
  return mail(to, 'your recovery code', lines, { code });
}

/** A recovery code let somebody in. */
export function recoveryUsedMail(site: Site, to: To): MailMessage {
  const what =
    'Somebody has just signed in to your account with a recovery code instead of your phone.';
  return mail(to, 'a recovery code was used', [what, NOT_YOU], setPassword(site));
}

/** The password was changed or set anew. */
export function passwordChangedMail(site: Site, to: To): MailMessage {
  const lines = ['Your other sessions have been ended.', NOT_YOU];
  return mail(to, 'your password was changed', lines, setPassword(site));
}

/** The phone number that codes are sent to was changed. */
export function phoneChangedMail(to: To): MailMessage {
  const lines = ['From now on codes are sent to the new number.', NOT_YOU];
  return mail(to, 'your phone number was changed', lines);
}

/** A sign-in on a device that was not seen before. */
export function newDeviceMail(
  site: Site,
  to: To,
  { deviceInfo, address }: { deviceInfo: string; address: string },
): MailMessage {
  const where = `${deviceInfo || 'Unknown device'}, address ${address}.`;
  return mail(to, 'sign-in on a new device', [where, NOT_YOU], setPassword(site));
}

/** A refresh token was shown twice: a session was copied. */
export function reuseAlarmMail(site: Site, to: To): MailMessage {
  const what =
    'A session of yours was used from two places at once, as happens when it is copied by somebody else. We have ended it. Please sign in again, and set a new password if you did not expect this.';
  return mail(to, 'we ended a session of yours', [what, NOT_YOU], setPassword(site));
}

/** Too many wrong passwords. */
export function accountLockedMail(site: Site, to: To): MailMessage {
  const what =
    'A wrong password was entered several times. Signing in from unknown devices is paused for a short while; your own devices are not affected.';
  return mail(to, 'several failed sign-ins', [what, NOT_YOU], setPassword(site));
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
