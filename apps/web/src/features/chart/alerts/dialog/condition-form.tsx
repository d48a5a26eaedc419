import { ActionIcon, NativeSelect } from '@mantine/core';
import type { MarketHours, Resolution } from '@moneytrail/calendar';
import { type AlertCondition, type AlertDefinition, COMPARISONS } from '@moneytrail/contract';
import { IconCrosshair } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { NumberField } from '../../../../ui/form/NumberField.tsx';
import { type ChosenKind, COMPARISON_NAMES, type ConditionSource } from './alert-draft.ts';

/** The form around the fields. */
export type FieldsForm = {
  /** The beginning of the ids of all fields, before their paths: `alert-`. */
  idPrefix: string;
  /** The kinds of conditions that a person may choose; a further condition begins with the first. */
  kinds: readonly ChosenKind[];
  /** The problem that is shown at a path; undefined for none. */
  problemAt: (path: string) => string | undefined;
  leave: (path: string) => void;
  source: ConditionSource;
  market: { hours: MarketHours; resolution: Resolution };
  /** Whether the instrument is an index, which has no volume. */
  isIndex: boolean;
  /** Lets the person choose a price on the chart; null where the chart shows another instrument. */
  pickPrice: ((take: (price: number) => void) => void) | null;
};

/** A part of the form that changes some fields of the definition. */
export type PartProps = {
  definition: AlertDefinition;
  onChange: (change: Partial<AlertDefinition>) => void;
};

/** Some conditions, and how they are joined. */
export type JoinedConditions = Pick<AlertDefinition, 'conditions' | 'joined'>;

/** The fields of one kind of condition. */
export type Fields<Kind extends AlertCondition['kind']> = {
  condition: Extract<AlertCondition, { kind: Kind }>;
  /** The path of the condition: `conditions.0`. */
  path: string;
  form: FieldsForm;
  isFirst: boolean;
  onChange: (condition: AlertCondition) => void;
};

type ChoiceProps<Value extends string> = {
  label: string;
  value: Value;
  choices: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
};

export function Choice<Value extends string>({
  label,
  value,
  choices,
  onChange,
}: ChoiceProps<Value>) {
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

export const ALL_COMPARISONS = COMPARISONS.map((value) => ({
  value,
  label: COMPARISON_NAMES[value],
}));

export const BORDERS = [
  { value: 'enters', label: 'enters' },
  { value: 'leaves', label: 'leaves' },
] as const;

type NumberProps = {
  form: FieldsForm;
  path: string;
  label: string;
  value: number;
  onChange: (value: number) => void;
};

/** A number at a path of the form. */
export function PlainNumber({
  form,
  path,
  label,
  value,
  onChange,
  ...more
}: NumberProps & Pick<ComponentProps<typeof NumberField>, 'isFirst' | 'button'>) {
  return (
    <NumberField
      {...more}
      id={`${form.idPrefix}${path}`}
      label={label}
      value={value}
      problem={form.problemAt(path)}
      onChange={onChange}
      onLeave={() => form.leave(path)}
    />
  );
}

/** A price, typed or taken from the chart. */
export function PriceValue({ isFirst = false, ...props }: NumberProps & { isFirst?: boolean }) {
  const { form, label, onChange } = props;
  const { pickPrice } = form;
  return (
    <PlainNumber
      {...props}
      isFirst={isFirst}
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
