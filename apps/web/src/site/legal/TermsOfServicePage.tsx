import { BRAND } from '@moneytrail/contract/brand';
import { LegalDocument } from './LegalDocument.tsx';
import type { LegalSection, LegalText } from './legal-document.ts';
import { MailLink } from './MailLink.tsx';

const THE_SERVICE: readonly LegalSection[] = [
  {
    id: 'agreement',
    title: 'Agreement',
    body: (
      <>
        <p>
          These terms are the contract between you and {BRAND.name} (“we”, “us”) about the use of
          our website, charts, indicators, signals and educational pages (“the service”). You accept
          them when you register. The version that you accepted is kept with your account.
        </p>
        <p>
          You must be at least 18 years old and able to enter into a contract. If you register for a
          company, you confirm that you may bind it.
        </p>
      </>
    ),
  },
  {
    id: 'the-service',
    title: 'The service',
    body: (
      <>
        <p>
          The service shows prices from several feeds (FMP, Bitfinex, Tiingo and BVG), computes
          indicators from them and marks bars that meet the published conditions of its buy and sell
          signals. It executes no trades, holds no money and gives no access to a market.
        </p>
        <p>
          Home, the educational pages and a preview chart of BTCUSD are open to everybody. What else
          you see depends on your account, your plan and the feeds that are released to you.
        </p>
      </>
    ),
  },
  {
    id: 'accounts',
    title: 'Accounts',
    body: (
      <>
        <p>
          Every account is approved by an administrator before its first sign-in. We may refuse an
          account.
        </p>
        <p>You agree:</p>
        <ul>
          <li>to give true details and to keep them up to date;</li>
          <li>to keep your password and your codes to yourself;</li>
          <li>
            to use your account yourself. Only the main user of a commercial account may give access
            to others, through seats;
          </li>
          <li>to tell us at once if somebody else may have used your account.</li>
        </ul>
        <p>
          Anything done with your account counts as done by you, unless you told us before or could
          not have prevented it.
        </p>
      </>
    ),
  },
  {
    id: 'not-financial-advice',
    title: 'Not financial advice',
    body: (
      <>
        <p>
          <strong>
            Nothing in the service is financial, investment, tax or legal advice, or a
            recommendation to buy, sell or hold anything.
          </strong>{' '}
          Charts, indicators, signals, summaries, guides and examples are general information. They
          take no account of your aims, your means or your situation.
        </p>
        <p>
          Trading can lose all the money you put in and, with leverage, more. Past prices and past
          signals say nothing reliable about the future. We make no promise that any indicator or
          signal leads to a profit. You decide about your trades, and you alone bear their outcome.
          Ask a licensed adviser if you need advice.
        </p>
      </>
    ),
  },
  {
    id: 'market-data-and-signals',
    title: 'Market data and signals',
    body: (
      <>
        <p>
          Prices come from other companies. They may be late, missing or wrong, and may be corrected
          later. The chart names the source and the age of what it shows. Do not rely on it alone
          for an order.
        </p>
        <p>
          Signals are computed from closed bars by rules that are the same for everybody. A
          published signal is not changed; a later correction of its bar is added as a note. Prices
          labelled “Simulated” are not quotations of a market.
        </p>
        <p>
          Data belongs to its vendors and is licensed for your own use within the service. You may
          not pass it on, sell it, or take it out in bulk.
        </p>
      </>
    ),
  },
];

const PAYING_AND_SHARING: readonly LegalSection[] = [
  {
    id: 'subscriptions',
    title: 'Subscriptions and billing',
    body: (
      <>
        <p>
          Retail users pay for a monthly or a yearly plan through PayPal or Lemon Squeezy. The price
          in US dollars and the interval are shown before you confirm.
        </p>
        <ul>
          <li>
            <strong>Billed in advance.</strong> Each period is paid at its beginning.
          </li>
          <li>
            <strong>Auto-renewing.</strong> At the end of a period the plan renews for another one
            of the same length and is charged again, until you cancel.
          </li>
          <li>
            <strong>Free trial.</strong> Each person has one. Unless you cancel it before it ends,
            the plan is then paid for and renews.
          </li>
          <li>
            <strong>Failed payments.</strong> We tell you, and you keep access for seven days. If
            the payment has not arrived by then, access ends.
          </li>
        </ul>
        <p>
          Commercial accounts are paid for by agreement with us, for a period that we record. We may
          change prices for periods that have not begun.
        </p>
      </>
    ),
  },
  {
    id: 'cancellation-and-refunds',
    title: 'Cancellation and refunds',
    body: (
      <>
        <p>
          You may cancel at any time in the account dialog, under Subscription. The plan then does
          not renew, and you keep access until the end of the period that is paid for.
        </p>
        <p>
          <strong>Fees are non-refundable, except where the law requires a refund.</strong> This
          also holds for a period that is used in part. Your statutory rights of withdrawal and
          refund remain. To use one, write to <MailLink />.
        </p>
      </>
    ),
  },
  {
    id: 'commercial-accounts',
    title: 'Commercial accounts and seats',
    body: (
      <>
        <p>
          The main user of a commercial account may invite sub-users, up to the number of its seats.
          An invite is a link for one registration and is valid for seven days. Sub-users have the
          rights of the main account while it is paid for, and accept these terms themselves.
        </p>
        <p>
          The main user answers for the use of the seats, and may suspend and restore them. If the
          main account ends or its payment lapses, the access of its sub-users ends with it.
        </p>
      </>
    ),
  },
  {
    id: 'communications',
    title: 'Communications',
    body: (
      <p>
        We send every user the messages that belong to an account: codes, security notices, approval
        and payments. <strong>Only professional clients receive guidance e-mails.</strong> Retail
        users do not. Guidance e-mails are general information too and no advice; each carries a
        link to unsubscribe.
      </p>
    ),
  },
];

const USE_AND_LIABILITY: readonly LegalSection[] = [
  {
    id: 'acceptable-use',
    title: 'Acceptable use',
    body: (
      <>
        <p>You may not:</p>
        <ul>
          <li>sell, rent or republish the service, or share one account among several people;</li>
          <li>collect data or content by program, beyond the exports that the service offers;</li>
          <li>get around locks, limits or security, or try to;</li>
          <li>disturb the service or the access of others;</li>
          <li>use it for anything unlawful, market manipulation included.</li>
        </ul>
        <p>
          The name {BRAND.name}, its texts, its software and its indicators belong to us. You get
          the right to use them within the service, and no other right. We may revoke access where
          these terms are broken, and say why on request.
        </p>
      </>
    ),
  },
  {
    id: 'liability',
    title: 'Liability',
    body: (
      <>
        <p>
          We provide the service as it is and as it is available, and do not promise that it is
          without error or interruption.
        </p>
        <p>
          As far as the law allows, we are not liable for trading losses, lost profit, lost data or
          indirect damage that comes from the use of the service or from its failure.{' '}
          <strong>
            Our total liability is capped at the fees that you paid to us in the last six months
            before the event.
          </strong>
        </p>
        <p>
          Nothing in these terms excludes liability that the law does not let us exclude, such as
          that for intent or gross negligence, or takes away a right that the law gives to
          consumers.
        </p>
      </>
    ),
  },
  {
    id: 'law-and-changes',
    title: 'Law, courts and changes',
    body: (
      <>
        <p>
          These terms are governed by South African law. Disputes are decided by the High Court in
          Pretoria. Before you go to court, write to <MailLink />: most matters can be settled that
          way.
        </p>
        <p>
          When we change these terms, their date at the top changes with them, and the new text
          stands on this page before it takes effect. If you do not accept a change, you may cancel
          before then. If one clause is invalid, the others remain.
        </p>
        <p>
          How we treat personal information is described in the{' '}
          <a href="/privacy-policy">Privacy Policy</a>.
        </p>
      </>
    ),
  },
];

/** Registrations accept the version of this date. */
export const TERMS_OF_SERVICE: LegalText = {
  title: 'Terms of Service',
  updated: '2025-09-17',
  introduction: (
    <p>
      In short: charts and signals are information and no advice; plans are billed in advance and
      renew until you cancel; fees are not refunded unless the law says so. The sections below are
      what counts.
    </p>
  ),
  sections: [...THE_SERVICE, ...PAYING_AND_SHARING, ...USE_AND_LIABILITY],
};

export default function TermsOfServicePage() {
  return <LegalDocument text={TERMS_OF_SERVICE} />;
}
