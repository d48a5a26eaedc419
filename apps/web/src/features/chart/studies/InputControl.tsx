import { NativeSelect, TextInput } from '@mantine/core';
import type { InputField, InputName } from '@moneytrail/indicators';
import type { ReactNode } from 'react';
import { formatPrice } from '../../../lib/format.ts';

/** What a threshold is a threshold of. */
const MEANINGS: Readonly<Partial<Record<InputName, string>>> = {
  longInput: 'Long from this deployment up.',
  shortInput: 'Short from this deployment down.',
};

type Props = {
  field: InputField;
  /** What else reads the same input; empty where nothing does. */
  shares: string;
  /** The first of the dialog takes the focus. */
  isFirst: boolean;
  value: string;
  problem: ReactNode;
  onChange: (value: string) => void;
  onLeave: () => void;
};

/** One input of a study: a number with its range under it, or the choice of a price. */
export function InputControl({ field, shares, isFirst, value, problem, onChange, onLeave }: Props) {
  const shared = {
    id: `input-${field.name}`,
    label: field.label,
    value,
    onBlur: onLeave,
    error: problem,
    'data-autofocus': isFirst || undefined,
  };
  if (field.kind === 'source') {
    return (
      <NativeSelect
        {...shared}
        description={shares}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        data={[...field.options]}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  }
  const { min, max } = field;
  return (
    <TextInput
      {...shared}
      inputMode={min < 0 ? 'text' : 'numeric'}
      autoComplete="off"
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      description={`${formatPrice(min, 0)} to ${formatPrice(max, 0)}, default ${formatPrice(field.default, 0)}. ${MEANINGS[field.name] ?? ''} ${shares}`}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
