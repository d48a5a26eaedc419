import { describe, expect, it } from 'vitest';
import { messageParts } from './message-parts.ts';

const copyable = (text: string) =>
  messageParts(text)
    .filter(({ kind }) => kind !== 'text')
    .map(({ kind, text: part }) => `${kind} ${part}`);

describe('a message of the demo mailbox', () => {
  it('offers codes and links and loses no text', () => {
    const text =
      'Your code is 690539.\nOr 7K2QXM, or http://localhost/reset-password?token=a-b_C9 now';
    expect(copyable(text)).toEqual([
      'code 690539',
      'code 7K2QXM',
      'link http://localhost/reset-password?token=a-b_C9',
    ]);
    expect(
      messageParts(text)
        .map((part) => part.text)
        .join(''),
    ).toBe(text);
  });

  it('mistakes no word for a code', () => {
    expect(copyable('PLEASE wait 60 s in 2026, phone +27821234567')).toEqual([]);
  });
});
