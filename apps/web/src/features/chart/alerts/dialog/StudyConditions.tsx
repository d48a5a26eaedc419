import { Checkbox } from '@mantine/core';
import { inputsOf, studyProblem } from '@moneytrail/alerts';
import type { Comparison } from '@moneytrail/contract';
import {
  findStudy,
  type InputValues,
  isTechnical,
  type OutputDefinition,
  type StudyDefinition,
} from '@moneytrail/indicators';
import { LEVELS, levelName } from '../../../../lib/levels.ts';
import { useTechnicalCode } from '../../../../stores/technical-studies.ts';
import { useStudiesOnChart } from '../../preferences/preferences.ts';
import { inputsText, outputName, readsChartInputs } from '../../preferences/studies-on-chart.ts';
import { useTechnicalStudiesOf } from '../../preferences/use-technical-studies.ts';
import classes from './AlertDialog.module.css';
import { studyOutputs } from './alert-draft.ts';
import {
  ALL_COMPARISONS,
  Choice,
  type Fields,
  type FieldsForm,
  PlainNumber,
} from './condition-form.tsx';

const LEVEL_CHOICES = LEVELS.map(({ key }) => ({ value: key, label: levelName(key) }));
const LEVEL_EVENTS = [
  { value: 'broken', label: 'is broken' },
  { value: 'reached', label: 'is reached' },
  { value: 'moved', label: 'moves' },
] as const;

export function LevelFields({ condition, onChange }: Fields<'level'>) {
  return (
    <>
      <Choice
        label="Level"
        value={condition.level}
        choices={LEVEL_CHOICES}
        onChange={(level) => onChange({ ...condition, level })}
      />
      <Choice
        label="Event"
        value={condition.event}
        choices={LEVEL_EVENTS}
        onChange={(event) => onChange({ ...condition, event })}
      />
    </>
  );
}

/** An output of a study with inputs: those of a study on the chart, or those that the condition has. */
type OutputChoice = { value: string; label: string; inputs: InputValues };

function useOutputChoices(
  condition: Fields<'study'>['condition'],
  { source, market: { resolution }, isIndex }: FieldsForm,
): OutputChoice[] {
  const { study, output, inputs } = condition;
  const place = { resolution, isIndex };
  useTechnicalStudiesOf([{ id: study }]);
  useTechnicalCode();
  const onChart = useStudiesOnChart().filter(
    (study) =>
      !readsChartInputs(study) && studyProblem(study.id, study.chosenInputs, place) === null,
  );
  const usual = studyOutputs().map(({ study, key, label }) => {
    return { value: `${study}.${key}`, label, inputs: source.inputs };
  });
  const further = onChart.flatMap((study) =>
    study.outputs.map((one) => ({
      value: `${study.id}.${one.key} ${study.key}`,
      label: nameWithInputs(study, study.chosenInputs, one),
      inputs: study.chosenInputs,
    })),
  );
  const all = [...usual, ...further];
  const definition = findStudy(study);
  const watched = definition?.outputs.find(({ key }) => key === output);
  if (!definition || !watched || all.some(isChoiceOf(condition))) return all;
  // Watched with inputs that no study on the chart has, or no longer.
  const label = nameWithInputs(definition, inputsOf(study, inputs), watched);
  return [...all, { value: `${study}.${output} watched`, label, inputs }];
}

/** `BB 20 2 close: Upper` for a study of the field, `Short-term tightness (33 100 close)` for one of the house. */
function nameWithInputs(
  study: StudyDefinition,
  inputs: InputValues,
  output: OutputDefinition,
): string {
  return isTechnical(study)
    ? outputName(study, inputs, output)
    : `${output.label} (${inputsText(study, inputs)})`;
}

/** Whether a choice is that of a condition: the same output of the study with the same inputs. */
function isChoiceOf({ study, output, inputs }: Fields<'study'>['condition']) {
  const fields = findStudy(study)?.inputs ?? [];
  const watched = inputsOf(study, inputs);
  return (choice: OutputChoice) => {
    if (choice.value.split(' ')[0] !== `${study}.${output}`) return false;
    const offered = inputsOf(study, choice.inputs);
    return fields.every(({ name }) => offered[name] === watched[name]);
  };
}

type Than = Fields<'study'>['condition']['than'];

const A_VALUE = '';
/** No output of a study has such a name. */
const THE_CLOSE = '~close';

function chosenOf(than: Than): string {
  if ('price' in than) return THE_CLOSE;
  return 'output' in than ? than.output : A_VALUE;
}

function thanOf(chosen: string): Than {
  if (chosen === THE_CLOSE) return { price: 'close' };
  return chosen === A_VALUE ? { value: Number.NaN } : { output: chosen };
}

/** The other side that stays when another output is chosen. */
function stayingThan(than: Than, study: string, output: string): Than {
  const chosen = findStudy(study)?.outputs.find(({ key }) => key === output);
  const isGone =
    ('output' in than && than.output === output) || ('price' in than && chosen?.format !== 'price');
  return isGone ? { value: Number.NaN } : than;
}

export function StudyFields({ condition, path, form, onChange }: Fields<'study'>) {
  const choices = useOutputChoices(condition, form);
  const { study, output, than, inputs } = condition;
  const present = choices.find(isChoiceOf(condition))?.value ?? `${study}.${output}`;
  const outputs = findStudy(study)?.outputs ?? [];
  const others = outputs.filter(({ key }) => key !== output);
  const isPrice = outputs.some(({ key, format }) => key === output && format === 'price');
  return (
    <>
      <Choice
        label="Study"
        value={present}
        choices={choices}
        onChange={(value) => {
          const chosen = choices.find((one) => one.value === value);
          const [id = '', key = ''] = (value.split(' ')[0] ?? '').split('.');
          const stays = id === study || 'price' in than ? than : { value: Number.NaN };
          onChange({
            ...condition,
            study: id,
            output: key,
            inputs: chosen?.inputs ?? inputs,
            than: stayingThan(stays, id, key),
          });
        }}
      />
      <div className={classes.pair}>
        <Choice
          label="Comparison"
          value={condition.is}
          choices={ALL_COMPARISONS}
          onChange={(is: Comparison) => onChange({ ...condition, is })}
        />
        <Choice
          label="Than"
          value={chosenOf(than)}
          choices={[
            { value: A_VALUE, label: 'a value' },
            ...(isPrice ? [{ value: THE_CLOSE, label: 'the close' }] : []),
            ...others.map(({ key, label }) => ({ value: key, label })),
          ]}
          onChange={(key) =>
            onChange({
              ...condition,
              than: thanOf(key),
            })
          }
        />
      </div>
      {'value' in than && (
        <PlainNumber
          form={form}
          path={`${path}.than`}
          label="Value"
          value={than.value}
          onChange={(value) => onChange({ ...condition, than: { value } })}
        />
      )}
    </>
  );
}

const SIDES = [
  { value: 'any', label: 'buy or sell' },
  { value: 'buy', label: 'buy' },
  { value: 'sell', label: 'sell' },
] as const;

export function SignalFields({ condition, onChange }: Fields<'signal'>) {
  return (
    <>
      <Choice
        label="Side"
        value={condition.side}
        choices={SIDES}
        onChange={(side) => onChange({ ...condition, side })}
      />
      <Checkbox
        label="Strong marks only"
        checked={condition.isStrongOnly}
        onChange={({ currentTarget: { checked } }) =>
          onChange({ ...condition, isStrongOnly: checked })
        }
      />
    </>
  );
}
