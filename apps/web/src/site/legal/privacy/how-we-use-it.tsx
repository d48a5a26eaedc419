import { ProseTable } from '../../prose/ProseTable.tsx';
import type { LegalSection } from '../legal-document.ts';

export const HOW_WE_USE_IT: readonly LegalSection[] = [
  {
    id: 'why-we-use-it',
    title: 'Why we use it',
    body: (
      <>
        <p>We use personal information for the purposes below and for no others.</p>
        <ProseTable
          caption="Purposes and grounds"
          columns={[{ label: 'Purpose' }, { label: 'Information' }, { label: 'Ground' }]}
          rows={[
            {
              key: 'account',
              cells: [
                'To open your account, approve it and let you sign in',
                'Registration, sessions, codes',
                'The contract with you',
              ],
            },
            {
              key: 'age',
              cells: [
                'To keep the service to adults',
                'Date of birth',
                'A condition of the contract',
              ],
            },
            {
              key: 'access',
              cells: [
                'To give access to what is paid for, and receipts',
                'Subscription, payments',
                'The contract with you; duties of tax law',
              ],
            },
            {
              key: 'security',
              cells: [
                'To protect accounts and to find misuse',
                'Sessions, audit record, limits, server log',
                'Our legitimate interest in a secure service, and yours',
              ],
            },
            {
              key: 'faults',
              cells: [
                'To find and repair faults',
                'Error reports, server log',
                'Our legitimate interest in a working service',
              ],
            },
            {
              key: 'answers',
              cells: ['To answer you', 'Contact form, e-mails', 'Your request'],
            },
          ]}
          isStacked
          isWide
        />
        <p>
          People, not programs, decide whether an account is approved or its access revoked. Access
          that is paid for ends by itself when the paid period ends.
        </p>
      </>
    ),
  },
  {
    id: 'messages',
    title: 'Messages we send you',
    body: (
      <>
        <p>
          We send e-mails and text messages that belong to your account: codes, links to confirm
          your address or to set a new password, notices of a new device, of a changed password or
          number, of approval, and of payments, trials and their end. You cannot switch them off
          while you have an account, as they protect it or concern what you pay.
        </p>
        <p>
          Guidance e-mails go to professional clients alone. Each carries a link to unsubscribe.
          Retail users do not receive them.
        </p>
      </>
    ),
  },
  {
    id: 'who-receives-it',
    title: 'Who receives it',
    body: (
      <>
        <p>We do not sell personal information. It is received by:</p>
        <ul>
          <li>
            <strong>PayPal and Lemon Squeezy</strong>, which take payments and have privacy policies
            of their own. When you start a plan, they receive what identifies the purchase; what you
            enter on their pages goes to them directly.
          </li>
          <li>
            <strong>Twilio</strong>, which delivers text messages: your mobile number and the text.
          </li>
          <li>
            <strong>Our mail provider</strong>, which delivers e-mails: your address and the text.
          </li>
          <li>
            <strong>The companies that run our servers</strong>, on our instructions.
          </li>
          <li>
            <strong>A service that knows leaked passwords</strong>, where it is in use: five
            characters of a hash of a new password. Neither the password nor your name can be told
            from them.
          </li>
          <li>
            <strong>TradingView</strong>, when you open the news drawer of the dashboard: it shows a
            page of theirs in a frame, which learns your network address and your browser as any
            page does that you open, and may set cookies of its own. It can read nothing of ours.
          </li>
          <li>
            <strong>The main user of a commercial account</strong>, if you use one of its seats:
            your name, your username and whether your seat is suspended.
          </li>
          <li>
            <strong>Authorities and courts</strong>, where the law obliges us.
          </li>
        </ul>
        <p>
          The vendors of market data (FMP, Bitfinex, Tiingo, BVG) receive no personal information:
          our servers ask them, not your browser.
        </p>
      </>
    ),
  },
  {
    id: 'other-countries',
    title: 'Transfers to other countries',
    body: (
      <p>
        Some of these recipients process information outside South Africa. We transfer it where the
        recipient is bound by law or contract to protect it in a way comparable to POPIA, or where
        the transfer is needed for the contract with you, as it is for payments and text messages.
      </p>
    ),
  },
];
