import { BRAND } from '@moneytrail/contract/brand';
import { ProseTable } from '../../prose/ProseTable.tsx';
import type { LegalSection } from '../legal-document.ts';
import { MailLink } from '../MailLink.tsx';
import { BROWSER_STORAGE } from './browser-storage.ts';

export const WHAT_WE_HOLD: readonly LegalSection[] = [
  {
    id: 'who-we-are',
    title: 'Who we are',
    body: (
      <>
        <p>
          {BRAND.name} (“we”, “us”) provides market charts, indicators and educational pages for
          traders. We decide why and how the personal information described here is processed. Under
          the Protection of Personal Information Act 4 of 2013 of South Africa (POPIA) we are the
          responsible party.
        </p>
        <p>
          Questions, requests and complaints about personal information go to <MailLink />.
        </p>
      </>
    ),
  },
  {
    id: 'information-you-give-us',
    title: 'Information you give us',
    body: (
      <>
        <p>When you register, we ask for:</p>
        <ul>
          <li>first name, last name and e-mail address, which is your username;</li>
          <li>
            a password, of which we keep only a hash made with Argon2id: we cannot read it back;
          </li>
          <li>a mobile number and its country, to which we send codes for signing in;</li>
          <li>date of birth, which shows that you are at least 18, and gender;</li>
          <li>account type, retail or commercial;</li>
          <li>your TradingView username, if you want to give it.</li>
        </ul>
        <p>
          With your registration we keep which versions of the Terms of Service and of this policy
          you accepted. If you write to us through the contact form, we receive the name, the e-mail
          address, the message and, if you give it, the phone number.
        </p>
        <p>
          If you registered with the invite of a commercial account, we keep which account you
          belong to.
        </p>
      </>
    ),
  },
  {
    id: 'information-we-record',
    title: 'Information we record',
    body: (
      <>
        <p>While you use the service, we record:</p>
        <ul>
          <li>
            <strong>Sessions.</strong> For each sign-in: a random id of your device, the name of
            your browser and operating system, the network address, and when the session began, was
            last used and ended.
          </li>
          <li>
            <strong>Audit record.</strong> Sign-ins, refused attempts, changes of your account and
            decisions of administrators about it: who did what, when, from which network address and
            device, what was changed and, where one was asked for, the reason.
          </li>
          <li>
            <strong>Limits.</strong> Counters by account and network address that stop the guessing
            of passwords and codes.
          </li>
          <li>
            <strong>Server log.</strong> For each request: its path, the time it took, its outcome,
            the network address and, if you are signed in, the id of your account.
          </li>
          <li>
            <strong>Error reports.</strong> If a page fails in your browser, it sends us the message
            of the failure and the path of the page. Passwords, codes, tokens, e-mail addresses and
            phone numbers are removed before a report is stored.
          </li>
        </ul>
        <p>
          We use no advertising networks, no analytics services and no tracking pixels, and we build
          no profiles for advertising.
        </p>
      </>
    ),
  },
  {
    id: 'payments',
    title: 'Payments',
    body: (
      <>
        <p>
          Subscriptions are paid through PayPal or Lemon Squeezy. You give your card or account
          details to them, on their pages. We never receive or store card numbers.
        </p>
        <p>
          We store what we need to give you access and a receipt: the plan, the id of the
          subscription and of each payment at the provider, amount, currency, status and dates. So
          that each person has one free trial, we keep a keyed hash of the e-mail address and of the
          payer’s id. The address cannot be read from it.
        </p>
        <p>
          For commercial accounts we keep until when they are paid and the notes of our
          administrators on the payment.
        </p>
      </>
    ),
  },
  {
    id: 'cookies-and-local-storage',
    title: 'Cookies and storage in your browser',
    body: (
      <>
        <p>
          All cookies are our own, necessary for signing in, out of reach of scripts and sent to us
          alone. No cookie is set before you begin to sign in. Other settings stay in your browser
          and are not sent to us, except the access token and the id of the device.
        </p>
        <ProseTable
          caption="What we keep in your browser"
          columns={[
            { label: 'Name' },
            { label: 'Kind' },
            { label: 'What it is for' },
            { label: 'Kept until' },
          ]}
          rows={BROWSER_STORAGE.map(({ name, kind, purpose, keptUntil }) => ({
            key: name,
            cells: [<code key={name}>{name}</code>, kind, purpose, keptUntil],
          }))}
          isStacked
          isWide
        />
        <p>
          On https, names of cookies begin with <code>__Host-</code>. You can remove all of it in
          the settings of your browser; you are signed out then, and settings start anew.
        </p>
      </>
    ),
  },
];
