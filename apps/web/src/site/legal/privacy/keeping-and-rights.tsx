import { ProseTable } from '../../prose/ProseTable.tsx';
import type { LegalSection } from '../legal-document.ts';
import { MailLink } from '../MailLink.tsx';

/** Retention periods, for the privacy policy. */
export const RETENTION = [
  { what: 'Codes and links to set a password', kept: 'Up to a day after they have expired' },
  { what: 'Limits', kept: 'Up to an hour after they have run out' },
  { what: 'Sessions', kept: '180 days after they were last used' },
  { what: 'Audit record', kept: '24 months' },
  { what: 'Error reports', kept: '30 days after the failure was last seen' },
  {
    what: 'Messages that wait to be sent',
    kept: 'Encrypted until they are sent, for a day at most; of what could not be sent, the failure without the message for 90 days',
  },
  { what: 'Notices of payment providers', kept: '90 days' },
  { what: 'Hash that a trial was used', kept: 'Counts for 730 days' },
  {
    what: 'Account, and the layouts and templates in it',
    kept: 'While it exists; 14 days after it is deleted it is erased',
  },
  {
    what: 'Subscriptions and payments',
    kept: 'As long as tax law and open claims require; of an erased account without name or address',
  },
  {
    what: 'Messages of the contact form',
    kept: '30 days; in our mailbox until they are settled',
  },
] as const;

export const KEEPING_AND_RIGHTS: readonly LegalSection[] = [
  {
    id: 'how-long-we-keep-it',
    title: 'How long we keep it',
    body: (
      <>
        <ProseTable
          caption="Periods after which information is removed"
          columns={[{ label: 'Information' }, { label: 'Kept' }]}
          rows={RETENTION.map(({ what, kept }) => ({ key: what, cells: [what, kept] }))}
          isStacked
          isWide
        />
        <p>
          When an account is deleted, it is closed at once: its sessions end, its subscription is
          cancelled and nobody can sign in. In the night after 14 days it is erased: name, address,
          number, password, sessions and everything else that tells who it belonged to. Payments and
          the audit record then refer to a number that stands for nobody. The audit record also
          keeps, for its 24 months, network addresses and what administrators wrote as reasons and
          payment details.
        </p>
        <p>Backups hold copies until they are replaced by newer ones.</p>
      </>
    ),
  },
  {
    id: 'how-we-protect-it',
    title: 'How we protect it',
    body: (
      <>
        <p>
          Connections are encrypted. Passwords are kept as Argon2id hashes; codes, links and session
          secrets as hashes; waiting messages encrypted. A new device is asked for a code. Changes
          of password, number, seats and payment need a recent sign-in. Entries of the audit record
          are chained by hashes, so that a later change of one can be found.
        </p>
        <p>
          No system is free of risk. If there are reasonable grounds to believe that somebody
          unauthorised has gained access to your personal information, we tell you and the
          Information Regulator as soon as reasonably possible.
        </p>
      </>
    ),
  },
  {
    id: 'your-rights',
    title: 'Your rights',
    body: (
      <>
        <p>You may ask us:</p>
        <ul>
          <li>whether we hold information about you, and for a copy of it;</li>
          <li>to correct what is wrong, out of date or incomplete;</li>
          <li>to erase what we may no longer keep;</li>
          <li>to stop a use that you object to on reasonable grounds.</li>
        </ul>
        <p>
          In the account dialog you see your details, change your mobile number and your password,
          and end sessions. For everything else write to <MailLink />. We may ask you to prove who
          you are. Requests cost nothing, unless a law allows a fee.
        </p>
        <p>
          You may complain to the Information Regulator of South Africa, or to the authority for
          data protection where you live.
        </p>
      </>
    ),
  },
  {
    id: 'minimum-age',
    title: 'Minimum age',
    body: (
      <p>
        The service is for people aged 18 or older. Registration asks for a date of birth and
        refuses anybody younger. If we learn that an account belongs to somebody under 18, we close
        it and erase its information. If you know of one, write to <MailLink />.
      </p>
    ),
  },
  {
    id: 'changes',
    title: 'Changes of this policy',
    body: (
      <p>
        When we change this policy, its date at the top changes with it, and the new text stands on
        this page before it takes effect. The version that you accepted at registration is kept with
        your account.
      </p>
    ),
  },
];
