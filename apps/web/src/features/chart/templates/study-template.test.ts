import { USUAL_STUDIES } from '@moneytrail/chart/model';
import { DEFAULT_INPUTS } from '@moneytrail/indicators';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { withStudy } from '../studies/add-study.ts';
import { readStudyTemplate, writeStudies } from './study-template.ts';

const inputs = { ...DEFAULT_INPUTS, shortTermLength: 33 };

it('a template is read back as the same studies', () => {
  const { studies } = withStudy(USUAL_STUDIES, 'tightness', DEFAULT_INPUTS);
  expect(readStudyTemplate(writeStudies({ inputs, studies }))).toEqual({ inputs, studies });
  expect(readStudyTemplate(writeStudies({ inputs, studies: [] }))?.studies).toEqual([]);
});

it('a template with other content is refused', () => {
  for (const content of ['', '{', 'null', '[]', '{"version":2,"studies":[]}', '{"version":1}']) {
    expect(readStudyTemplate(content), content).toBeNull();
  }
  fc.assert(fc.property(fc.json(), (content) => void readStudyTemplate(content)));
});
