import { STUDIES } from '@moneytrail/indicators';
import { describe, expect, it, test } from 'vitest';
import { TERMS, termOf } from './terms.ts';

describe.each(Object.entries(TERMS))('%s', (_, { sentences, guide }) => {
  it('has two sentences that fit a card, and a paragraph of a guide', () => {
    for (const sentence of sentences) {
      expect(sentence).toMatch(/^[A-Z][^.]*(\.\d[^.]*)*\.$/);
      expect(sentence.length).toBeLessThanOrEqual(150);
    }
    expect(guide).toMatch(/^\/educational[a-z/-]*#[a-z-]+$/);
  });
});

test('every study has a term, and every line with a tag one of its own that names the tag', () => {
  for (const { id, outputs } of STUDIES) {
    expect(termOf(id)?.id).toBe(id);
    for (const { key, tag, label } of outputs) {
      const found = termOf(`${id}.${key}`);
      expect(found?.id).toBe(tag ? `${id}.${key}` : id);
      if (tag) expect(found?.term.name).toBe(`${label} (${tag})`);
    }
  }
});

test('names of nothing have no term', () => {
  expect([termOf(''), termOf('toString'), termOf('unknown.resistance')]).toEqual([
    null,
    null,
    null,
  ]);
});
