import type { ChartStudy, StudyColour } from '@moneytrail/chart';
import { USUAL_STUDIES } from '@moneytrail/chart/model';
import { DEFAULT_INPUTS, offerTechnicalStudies, STUDIES } from '@moneytrail/indicators';
import { TECHNICAL_STUDIES } from '@moneytrail/technical-indicators';
import { describe, expect, it } from 'vitest';
import { COLOUR_NAMES } from '../preferences/colour-names.ts';
import {
  neededBars,
  studiesOnChart,
  tabledStudies,
  withChange,
} from '../preferences/studies-on-chart.ts';
import { withStudy } from './add-study.ts';

const own = { ...DEFAULT_INPUTS, shortTermLength: 33 };

describe('one more study of a kind', () => {
  it('stands behind the others of its kind, with a copy of the inputs of the chart', () => {
    const { studies, key } = withStudy(USUAL_STUDIES, 'tightness', own);
    const keys = studies.map((study) => study.key);
    expect(key).toBe('tightness-2');
    expect(keys.indexOf(key)).toBe(keys.indexOf('tightness') + 1);
    expect(studies.find((study) => study.key === key)?.inputs).toEqual(own);
    const [, third] = studiesOnChart(withStudy(studies, 'tightness', own).studies, own).filter(
      ({ id, key: itsKey }) => id === 'tightness' && itsKey !== 'tightness',
    );
    expect(third).toMatchObject({ name: 'Tightness 3', standsIn: 'tightness-3' });
  });

  it.each(STUDIES.map(({ id }) => id))('of %s has lines told apart from the first', (id) => {
    const { studies, key } = withStudy(USUAL_STUDIES, id, own);
    const colours = (wanted: string) =>
      studiesOnChart(studies, own)
        .filter((study) => study.key === wanted)
        .flatMap(({ outputs }) => outputs.filter(({ isDrawn }) => isDrawn))
        .map(({ colour }) => COLOUR_NAMES[colour]);
    const further = colours(key);
    expect(new Set(further).size).toBe(further.length);
    expect(colours(id).filter((colour) => further.includes(colour))).toEqual([]);
  });

  it('takes colours that no line of its pane has, and the next free ones each time', () => {
    const linesOfPane = (all: readonly ChartStudy[], wanted: (key: string) => boolean) =>
      studiesOnChart(all, own)
        .filter(({ key, pane }) => pane === 'main' && wanted(key))
        .flatMap(({ outputs }) => outputs.filter(({ isDrawn }) => isDrawn))
        .map(({ colour }) => COLOUR_NAMES[colour]);
    let studies: readonly ChartStudy[] = USUAL_STUDIES;
    for (const id of ['shortTermLevels', 'longTermLevels'] as const) {
      const before = linesOfPane(studies, () => true);
      const added = withStudy(studies, id, own);
      const colours = linesOfPane(added.studies, (key) => key === added.key);
      expect(new Set(colours).size).toBe(colours.length);
      expect(colours.filter((colour) => before.includes(colour))).toEqual([]);
      studies = added.studies;
    }
  });

  it('keeps its inputs when those of the chart change, and the first is put back before it', () => {
    const { studies } = withStudy(USUAL_STUDIES, 'combo', own);
    const alone = studies.filter(({ key }) => key !== 'combo');
    const again = withStudy(alone, 'combo', DEFAULT_INPUTS);
    expect(again.studies.map(({ key }) => key)).toEqual(studies.map(({ key }) => key));
    const [first, second] = studiesOnChart(again.studies, DEFAULT_INPUTS).filter(
      ({ id }) => id === 'combo',
    );
    expect(first?.chosenInputs).toEqual(DEFAULT_INPUTS);
    expect(second?.chosenInputs).toEqual(own);
  });

  it('needs the bars that its own inputs need', () => {
    const { studies } = withStudy(USUAL_STUDIES, 'tightness', own);
    const usual = neededBars({ studies: USUAL_STUDIES, inputs: DEFAULT_INPUTS, resolution: '60' });
    const inputs = { ...own, longTermLength: 200 };
    const longer = withChange(studies, 'tightness-2', { inputs });
    expect(usual).toBe(599);
    expect(neededBars({ studies: longer, inputs: DEFAULT_INPUTS, resolution: '60' })).toBe(1_199);
  });

  it('stands in tables too, under names of its own', () => {
    const { studies } = withStudy([], 'combo', own);
    const further = withStudy(studies, 'combo', own).studies;
    const tabled = tabledStudies(further, own);
    expect(tabled.map(({ key }) => key)).toEqual([...STUDIES.map(({ id }) => id), 'combo-2']);
    expect(tabled.at(-1)?.outputs[0]?.label).toMatch(/ 2$/);
  });
});

it('lines of the field over the prices start in colours of their own, of which only the edges of a band share one', () => {
  offerTechnicalStudies(TECHNICAL_STUDIES);
  const added = ['sma', 'bollingerBands', 'ema', 'ichimoku'].reduce<readonly ChartStudy[]>(
    (studies, id) => withStudy(studies, id, DEFAULT_INPUTS).studies,
    USUAL_STUDIES,
  );
  const lines = studiesOnChart(added, DEFAULT_INPUTS)
    .filter(({ pane }) => pane === 'main')
    .flatMap(({ key, outputs }) =>
      outputs
        .filter((output) => output.isDrawn && output.key !== 'lower')
        .map(({ key: output, colour }) => ({ line: `${key}.${output}`, colour })),
    );
  const names = lines.map(({ colour }) => COLOUR_NAMES[colour]);
  const repeated = lines.filter((_, at) => names.indexOf(names[at] ?? '') !== at);
  // The combo repeats the levels.
  expect(repeated.filter(({ line }) => !line.startsWith('combo.'))).toEqual([]);
  expect(lines.find(({ line }) => line === 'sma.average')?.colour).toBe('tightnessShort');
});

it('a line over the prices starts in another colour than an instrument that is compared there', () => {
  offerTechnicalStudies(TECHNICAL_STUDIES);
  const colourOf = (compared: readonly StudyColour[]) =>
    withStudy(USUAL_STUDIES, 'sma', DEFAULT_INPUTS, compared).studies.at(-1)?.styles?.average
      ?.colour;
  expect(colourOf([])).toBe('tightnessShort');
  expect(colourOf(['tightnessShort', 'deployment'])).toBe('longShort');
});
