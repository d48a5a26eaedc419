import { expect, test } from 'vitest';
import { heldMemory } from '../testing/held-memory.ts';
import { encodeAnswer } from './encoded-answer.ts';

test.each([10, 400])(
  'answers of %i bytes hold no more memory than a cache reckons for them',
  (bytes) => {
    const failed = () => undefined;
    const before = heldMemory();
    const answers = Array.from({ length: 20_000 }, () => encodeAnswer(Buffer.alloc(bytes), failed));
    const held = heldMemory() - before;
    const reckoned = answers.reduce((sum, answer) => sum + answer.room, 0);
    expect(reckoned).toBeGreaterThan(held);
  },
);
