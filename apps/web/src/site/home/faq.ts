/** A question of visitors and its answer, plain text. */
export type Question = { question: string; answer: string };

/** The questions that are asked most, in the order in which a newcomer asks them. */
export const QUESTIONS: readonly Question[] = [
  {
    question: 'What can I see without an account?',
    answer:
      'The preview chart of BTCUSD on this page and on the educational page, all guides, and this list. Other symbols need an account.',
  },
  {
    question: 'Is any of this financial advice?',
    answer:
      'No. Levels, studies and marks are computed from past prices. They say nothing certain about future ones, and what you do with them is your own decision.',
  },
];
