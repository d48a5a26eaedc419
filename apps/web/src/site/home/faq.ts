import { BRAND } from '@moneytrail/contract/brand';

/** Plain text. */
export type Question = { question: string; answer: string };

/** Frequent questions, in a newcomer's order. */
export const QUESTIONS: readonly Question[] = [
  {
    question: 'What can I see without an account?',
    answer:
      'The preview chart of BTCUSD on this page and on the educational page, all guides, and this list. Other symbols need an account and a plan.',
  },
  {
    question: 'Who approves my account, and why?',
    answer: `An administrator reviews every registration before the first sign-in, ${BRAND.approvalTime}. You receive an e-mail once you are approved.`,
  },
  {
    question: 'What does it cost?',
    answer:
      'Plans and prices, on this page, has the price and the interval of every plan, its free days, and what it gives beside what is free. Nothing is charged before you have seen the amount and the day.',
  },
  {
    question: 'Is there a free trial?',
    answer:
      'Yes, one per person. Plans and prices, on this page, says how many days each plan has. It starts when you choose a plan with a trial. The plan is charged when the trial ends, unless you cancel first. We remind you three days ahead.',
  },
  {
    question: 'Why am I asked for a code?',
    answer:
      'Signing in on a new device requires a code, which we send to your phone. A verified device is asked again after 30 days. If you do not have your phone, we can send a recovery code by e-mail.',
  },
  {
    question: 'Where do the prices come from, and how delayed are they?',
    answer:
      'From four feeds: FMP, Bitfinex, Tiingo and BVG, a source of Safex, the agricultural market of the JSE. Each chart names its source and the age of the newest price, and says so when a feed is late or offline.',
  },
  {
    question: 'What does “Simulated” mean?',
    answer:
      'In a demonstration without a vendor’s key, prices come from a simulator instead of a market. They are labelled Simulated wherever they appear and are not market quotes.',
  },
  {
    question: 'Can several people share a commercial account?',
    answer:
      'Yes, with seats. The main user invites people by links, each valid for one registration within seven days, and can suspend and restore them. Sub-users are covered by the main account’s payment.',
  },
  {
    question: 'How do I cancel?',
    answer:
      'In the account dialog, under Subscription. The plan then does not renew, and you keep access until the end of the paid period. Fees are not refunded, except where the law requires it.',
  },
  {
    question: 'Is any of this financial advice?',
    answer:
      'No. Levels, studies and marks are computed from past prices. They do not predict future prices, and what you do with them is your own decision.',
  },
  {
    question: 'How do I reach support?',
    answer: `Use the form beside this list, or write to ${BRAND.contactAddress}. If you have an account, write from its address.`,
  },
];
