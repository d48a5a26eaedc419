import { LRUCache } from 'lru-cache';
import { type EncodedAnswer, encodeAnswer } from '../../../http/encoded-answer.ts';
import type { ComputedMarks } from './compute-marks.ts';
import { type FoundMarks, presentMarks } from './read-marks.ts';

type Log = { warn: (detail: object, message: string) => void };

const MAX_BYTES = 8 * 1_024 * 1_024;

/** Numbers computed marks, so that bytes can name what they were made of and hold nothing of it. */
function createNumbering(): (marks: ComputedMarks) => number {
  const numbers = new WeakMap<ComputedMarks, number>();
  let newest = 0;
  return (marks) => {
    const number = numbers.get(marks) ?? ++newest;
    numbers.set(marks, number);
    return number;
  };
}

/**
 * Marks as bytes: two weeks of minutes are a thousand marks, which cost more to write than to know. 8 MB of them are
 * kept, each as long as what they were made of is what is found; what is published is written anew for each reader.
 */
export function createMarksEncoder(log: Log): (key: string, found: FoundMarks) => EncodedAnswer {
  const kept = new LRUCache<string, { origin: string; answer: EncodedAnswer }>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ origin, answer }, key) => answer.room + 2 * (origin.length + key.length),
  });
  const numberOf = createNumbering();
  const originOf = ({ parts, warning }: FoundMarks) =>
    JSON.stringify([
      parts.map(({ span, value }) => [span.fromMs, span.toMs, numberOf(value)]),
      warning,
    ]);
  const encode = (found: FoundMarks) =>
    encodeAnswer(Buffer.from(JSON.stringify(presentMarks(found))), (error) =>
      log.warn({ err: error }, 'marks could not be compressed'),
    );
  return (key, found) => {
    if (found.ledger.published.length > 0) return encode(found);
    const origin = originOf(found);
    const known = kept.get(key);
    if (known?.origin === origin) return known.answer;
    const answer = encode(found);
    kept.set(key, { origin, answer });
    return answer;
  };
}
