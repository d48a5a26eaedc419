import { ActionIcon, Button, Checkbox, NativeSelect } from '@mantine/core';
import type { MarketHours, Resolution } from '@moneytrail/calendar';
import { type AlertCondition, COMPARISONS, type Comparison } from '@moneytrail/contract';
import type { StudyInputs } from '@moneytrail/indicators';
import { IconCrosshair, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { LEVELS, levelName } from '../../../lib/levels.ts';
import { useValue } from '../../../stores/use-value.ts';
import type { ChartController } from '../controller/chart-controller.ts';
import { useChartScreen } from '../model/chart-context.ts';
import { useStudiesOnChart } from '../preferences/preferences.ts';
import { inputsText } from '../preferences/studies-on-chart.ts';
import classes from './AlertDialog.module.css';
import {
  CHOSEN_KINDS,
  COMPARISON_NAMES,
  type ConditionSource,
  firstCondition,
  KIND_NAMES,
  studyOutputs,
} from './alert-draft.ts';
import { drawingName, figureOf, sharesOf, watchedDrawing } from './figure-of.ts';
import { NumberField } from './NumberField.tsx';

type ConditionOf<Kind extends AlertCondition['kind']> = Extract<AlertCondition, { kind: Kind }>;

/** The form around the fields. */
export type FieldsForm = {
  /** The problem that is shown at a path; undefined for none. */
  problemAt: (path: string) => string | undefined;
  leave: (path: string) => void;
  source: ConditionSource;
  market: { hours: MarketHours; resolution: Resolution };
  /** Lets the person choose a price on the chart; null where the chart shows another instrument. */
  pickPrice: ((take: (price: number) => void) => void) | null;
};

type Props = {
  condition: AlertCondition;
  /** The path of the condition: `conditions.0`. */
  path: string;
  form: FieldsForm;
  isFirst: boolean;
  onChange: (condition: AlertCondition) => void;
  /** Null for the only condition. */
  onRemove: (() => void) | null;
};

/** One condition: its kind, and the fields of that kind. */
export function ConditionFields(props: Props) {
  const { condition, form, onChange, onRemove, path } = props;
  const number = 1 + Number(path.split('.')[1]);
  // Silence is a condition for itself.
  const chosen = onRemove ? CHOSEN_KINDS.filter((kind) => kind !== 'silence') : CHOSEN_KINDS;
  const kinds = condition.kind === 'drawing' ? (['drawing'] as const) : chosen;
  return (
    <fieldset className={classes.condition} aria-label={`Condition ${number}`}>
      <div className={classes.kind}>
        <NativeSelect
          aria-label="Kind of condition"
          value={condition.kind}
          data={kinds.map((value) => ({ value, label: KIND_NAMES[value] }))}
          onChange={({ currentTarget }) => {
            const kind = CHOSEN_KINDS.find((one) => one === currentTarget.value);
            if (kind) onChange(firstCondition(kind, form.source));
          }}
        />
        {onRemove && (
          <ActionIcon
            variant="subtle"
            size={36}
            aria-label={`Remove condition ${number}`}
            onClick={onRemove}
          >
            <IconX size={16} stroke={1.75} />
          </ActionIcon>
        )}
      </div>
      <FieldsOf {...props} />
    </fieldset>
  );
}

function FieldsOf({ condition, ...props }: Props): ReactNode {
  switch (condition.kind) {
    case 'price':
      return <PriceFields {...props} condition={condition} />;
    case 'channel':
      return <ChannelFields {...props} condition={condition} />;
    case 'move':
      return <MoveFields {...props} condition={condition} />;
    case 'level':
      return <LevelFields {...props} condition={condition} />;
    case 'study':
      return <StudyFields {...props} condition={condition} />;
    case 'signal':
      return <SignalFields {...props} condition={condition} />;
    case 'volume':
      return <VolumeFields {...props} condition={condition} />;
    case 'silence':
      return <SilenceFields {...props} condition={condition} />;
    case 'drawing':
      return <DrawingFields {...props} condition={condition} />;
  }
}

type Fields<Kind extends AlertCondition['kind']> = Omit<Props, 'condition' | 'onRemove'> & {
  condition: ConditionOf<Kind>;
};

type ChoiceProps<Value extends string> = {
  label: string;
  value: Value;
  choices: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
};

function Choice<Value extends string>({ label, value, choices, onChange }: ChoiceProps<Value>) {
  return (
    <NativeSelect
      aria-label={label}
      value={value}
      data={[...choices]}
      onChange={({ currentTarget }) => {
        const chosen = choices.find((one) => one.value === currentTarget.value);
        if (chosen) onChange(chosen.value);
      }}
    />
  );
}

const ALL_COMPARISONS = COMPARISONS.map((value) => ({ value, label: COMPARISON_NAMES[value] }));

type PriceValueProps = {
  form: FieldsForm;
  path: string;
  label: string;
  value: number;
  isFirst?: boolean;
  onChange: (value: number) => void;
};

/** A price, typed or taken from the chart. */
function PriceValue({ form, path, label, value, isFirst = false, onChange }: PriceValueProps) {
  const { pickPrice } = form;
  return (
    <NumberField
      id={`alert-${path}`}
      label={label}
      value={value}
      problem={form.problemAt(path)}
      isFirst={isFirst}
      onChange={onChange}
      onLeave={() => form.leave(path)}
      button={
        pickPrice && (
          <ActionIcon
            variant="subtle"
            size={28}
            aria-label={`${label}: take from the chart`}
            onClick={() => pickPrice(onChange)}
          >
            <IconCrosshair size={18} stroke={1.75} />
          </ActionIcon>
        )
      }
    />
  );
}

function PriceFields({ condition, path, form, isFirst, onChange }: Fields<'price'>) {
  return (
    <>
      <Choice
        label="Comparison"
        value={condition.is}
        choices={ALL_COMPARISONS}
        onChange={(is) => onChange({ ...condition, is })}
      />
      <PriceValue
        form={form}
        path={`${path}.value`}
        label="Value"
        value={condition.value}
        isFirst={isFirst}
        onChange={(value) => onChange({ ...condition, value })}
      />
    </>
  );
}

const BORDERS = [
  { value: 'enters', label: 'enters' },
  { value: 'leaves', label: 'leaves' },
] as const;

function ChannelFields({ condition, path, form, isFirst, onChange }: Fields<'channel'>) {
  return (
    <>
      <Choice
        label="Border"
        value={condition.price}
        choices={BORDERS}
        onChange={(price) => onChange({ ...condition, price })}
      />
      <div className={classes.pair}>
        <PriceValue
          form={form}
          path={`${path}.low`}
          label="From"
          value={condition.low}
          isFirst={isFirst}
          onChange={(low) => onChange({ ...condition, low })}
        />
        <PriceValue
          form={form}
          path={`${path}.high`}
          label="To"
          value={condition.high}
          onChange={(high) => onChange({ ...condition, high })}
        />
      </div>
    </>
  );
}

type PlainProps = Omit<PriceValueProps, 'isFirst'>;

function PlainNumber({ form, path, label, value, onChange }: PlainProps) {
  return (
    <NumberField
      id={`alert-${path}`}
      label={label}
      value={value}
      problem={form.problemAt(path)}
      onChange={onChange}
      onLeave={() => form.leave(path)}
    />
  );
}

const DIRECTIONS = [
  { value: 'either', label: 'up or down' },
  { value: 'up', label: 'up' },
  { value: 'down', label: 'down' },
] as const;
const UNITS = [
  { value: 'percent', label: '%' },
  { value: 'price', label: 'in price' },
] as const;

function MoveFields({ condition, path, form, onChange }: Fields<'move'>) {
  return (
    <>
      <div className={classes.pair}>
        <Choice
          label="Direction"
          value={condition.direction}
          choices={DIRECTIONS}
          onChange={(direction) => onChange({ ...condition, direction })}
        />
        <Choice
          label="Unit"
          value={condition.unit}
          choices={UNITS}
          onChange={(unit) => onChange({ ...condition, unit })}
        />
      </div>
      <div className={classes.pair}>
        <PlainNumber
          form={form}
          path={`${path}.size`}
          label="By at least"
          value={condition.size}
          onChange={(size) => onChange({ ...condition, size })}
        />
        <PlainNumber
          form={form}
          path={`${path}.bars`}
          label="Within bars"
          value={condition.bars}
          onChange={(bars) => onChange({ ...condition, bars })}
        />
      </div>
    </>
  );
}

const LEVEL_CHOICES = LEVELS.map(({ key }) => ({ value: key, label: levelName(key) }));
const LEVEL_EVENTS = [
  { value: 'broken', label: 'is broken' },
  { value: 'reached', label: 'is reached' },
  { value: 'moved', label: 'moves' },
] as const;

function LevelFields({ condition, onChange }: Fields<'level'>) {
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
type OutputChoice = { value: string; label: string; inputs: StudyInputs };

function useOutputChoices(given: StudyInputs): OutputChoice[] {
  const onChart = useStudiesOnChart().filter(({ key, id }) => key !== id);
  const usual = studyOutputs().map(({ study, key, label }) => {
    return { value: `${study}.${key}`, label, inputs: given };
  });
  const further = onChart.flatMap((study) =>
    study.outputs.map(({ key, label }) => ({
      value: `${study.id}.${key} ${study.key}`,
      label: `${label} (${inputsText(study, study.chosenInputs)})`,
      inputs: study.chosenInputs,
    })),
  );
  return [...usual, ...further];
}

const A_VALUE = '';

function StudyFields({ condition, path, form, onChange }: Fields<'study'>) {
  const choices = useOutputChoices(form.source.inputs);
  const { study, output, than, inputs } = condition;
  const name = `${study}.${output}`;
  const present =
    choices.find(
      (one) =>
        one.value.split(' ')[0] === name && JSON.stringify(one.inputs) === JSON.stringify(inputs),
    )?.value ?? name;
  const others = studyOutputs().filter((one) => one.study === study && one.key !== output);
  return (
    <>
      <Choice
        label="Study"
        value={present}
        choices={choices}
        onChange={(value) => {
          const chosen = choices.find((one) => one.value === value);
          const [id = '', key = ''] = (value.split(' ')[0] ?? '').split('.');
          const stays = id === study ? than : { value: Number.NaN };
          onChange({
            ...condition,
            study: id,
            output: key,
            inputs: chosen?.inputs ?? inputs,
            than: 'output' in stays && stays.output === key ? { value: Number.NaN } : stays,
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
          value={'output' in than ? than.output : A_VALUE}
          choices={[
            { value: A_VALUE, label: 'a value' },
            ...others.map(({ key, label }) => ({ value: key, label })),
          ]}
          onChange={(key) =>
            onChange({
              ...condition,
              than: key === A_VALUE ? { value: Number.NaN } : { output: key },
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

function SignalFields({ condition, onChange }: Fields<'signal'>) {
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

function VolumeFields({ condition, path, form, onChange }: Fields<'volume'>) {
  return (
    <div className={classes.pair}>
      <PlainNumber
        form={form}
        path={`${path}.times`}
        label="Above, times"
        value={condition.times}
        onChange={(times) => onChange({ ...condition, times })}
      />
      <PlainNumber
        form={form}
        path={`${path}.bars`}
        label="Average of bars"
        value={condition.bars}
        onChange={(bars) => onChange({ ...condition, bars })}
      />
    </div>
  );
}

function SilenceFields({ condition, path, form, onChange }: Fields<'silence'>) {
  return (
    <PlainNumber
      form={form}
      path={`${path}.minutes`}
      label="Minutes without a price"
      value={condition.minutes}
      onChange={(minutes) => onChange({ ...condition, minutes })}
    />
  );
}

const LINE_EVENTS = (['crosses', 'crossesUp', 'crossesDown'] as const).map((value) => ({
  value,
  label: COMPARISON_NAMES[value],
}));

function DrawingFields(props: Fields<'drawing'>) {
  const { condition, onChange } = props;
  const { controller } = useChartScreen();
  const isRange = condition.figure.lines.length > 1;
  const choices = isRange ? [...BORDERS, ...LINE_EVENTS] : LINE_EVENTS;
  return (
    <>
      <Choice
        label="Event"
        value={condition.price}
        choices={choices}
        onChange={(price) => onChange({ ...condition, price })}
      />
      {controller && <ShareField {...props} controller={controller} />}
    </>
  );
}

/** The retraced share of a Fibonacci retracement. */
function ShareField(props: Fields<'drawing'> & { controller: ChartController }) {
  const { condition, form, onChange, controller } = props;
  const { id, share } = watchedDrawing(condition);
  const drawing = useValue(controller.drawings).find((one) => one.id === id);
  const shares = drawing ? sharesOf(drawing) : [];
  if (!drawing || share === undefined || shares.length === 0) return null;
  const { isLogarithmic } = condition.figure;
  return (
    <Choice
      label="Line"
      value={String(share)}
      choices={shares.map((one) => ({ value: String(one), label: `Line ${one}` }))}
      onChange={(text) => {
        const chosen = Number(text);
        const figure = figureOf(drawing, { market: form.market, isLogarithmic, share: chosen });
        if (figure) onChange({ ...condition, drawing: drawingName(id, chosen), figure });
      }}
    />
  );
}

/** Adds a further condition. */
export function AddCondition({ onAdd }: { onAdd: () => void }) {
  return (
    <Button variant="default" size="sm" onClick={onAdd}>
      Add a condition
    </Button>
  );
}
