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
    answer:
      'An administrator looks at every registration before its first sign-in. You receive an e-mail once you are approved.',
  },
  {
    question: 'Is there a free trial?',
    answer:
      'Yes, one for each person. It begins with a plan that offers one, and the plan is paid for when the trial ends, unless you cancel before. We remind you three days ahead.',
  },
  {
    question: 'Why am I asked for a code?',
    answer:
      'Signing in on a device that we do not know takes a code, which we send to your phone. A device that passed is asked again after 30 days. Without your phone, a recovery code comes by e-mail.',
  },
  {
    question: 'Where do the prices come from, and how late are they?',
    answer:
      'From four feeds: FMP, Bitfinex, Tiingo and BVG, the last for Safex agricultural contracts. Each chart names its source and the age of the newest price, and says so when a feed is late or offline.',
  },
  {
    question: 'What does “Simulated” mean?',
    answer:
      'In a demonstration without a vendor’s key, prices come from a simulator instead of a market. They are labelled Simulated wherever they stand and are no quotations.',
  },
  {
    question: 'Can several people share a commercial account?',
    answer:
      'Yes, by seats. The main user invites people with links that are valid for seven days and one registration each, and can suspend and restore them. Sub-users use the payment of the main account.',
  },
  {
    question: 'How do I cancel?',
    answer:
      'In the account dialog, under Subscription. The plan then does not renew, and you keep access until the end of the period that is paid for. Fees are not refunded, except where the law requires it.',
  },
  {
    question: 'Is any of this financial advice?',
    answer:
      'No. Levels, studies and marks are computed from past prices. They say nothing certain about future ones, and what you do with them is your own decision.',
  },
  {
    question: 'How do I reach support?',
    answer: `Through the form beside this list, or by e-mail to ${BRAND.contactAddress}. If you have an account, write from its address.`,
  },
];
