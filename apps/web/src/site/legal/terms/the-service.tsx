import { BRAND } from '@moneytrail/contract/brand';
import type { LegalSection } from '../legal-document.ts';

/** Who may use what, and what it is not. */
export const THE_SERVICE: readonly LegalSection[] = [
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
