import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { TECHNICAL_STUDIES, TECHNICAL_VERSION } from './index.ts';
import { BITCOIN_DAYS, runStudy } from './testing/run-study.ts';

/** Processors and versions of Node may differ in the last digits. */
const digits = (value: number) => Number(value.toPrecision(8));

test('a version of the catalogue stands for its values: other ones need the next version', () => {
  const bars = BITCOIN_DAYS.slice(-600);
  const values = TECHNICAL_STUDIES.map((study) => {
    const series = runStudy(study, bars);
    return [
      study.id,
      Object.entries(series).map(([key, one]) => [key, digits(Number(one.at(-1)))]),
    ];
  });
  const hash = createHash('sha1').update(JSON.stringify(values)).digest('hex');
  expect({ version: TECHNICAL_VERSION, hash: hash.slice(0, 12) }).toEqual({
    version: 2,
    hash: 'eb7faa48203a',
  });
});
