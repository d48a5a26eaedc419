import type { LegalSection } from '../legal-document.ts';
import { MailLink } from '../MailLink.tsx';

/** What is paid for, how it ends, and who shares it. */
export const PAYING_AND_SHARING: readonly LegalSection[] = [
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
