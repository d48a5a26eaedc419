import { TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { afterPress } from '../../lib/after-press.ts';

/** `10,621.19`, with any sign of minus; NaN for other texts. */
function numberIn(text: string): number {
  const plain = text.replaceAll(/[,\s]/g, '').replace('−', '-');
  return plain === '' ? Number.NaN : Number(plain);
}

type Props = {
  id: string;
  label: string;
  /** NaN for none. */
  value: number;
  problem: string | undefined;
  onChange: (value: number) => void;
  onLeave: () => void;
  button?: ReactNode;
  isFirst?: boolean;
};

/** A number in a form; the text stays as it was typed. */
export function NumberField(props: Props) {
  const { id, label, value, problem, onChange, onLeave, button, isFirst } = props;
  const [typed, setTyped] = useState('');
  const text = Object.is(numberIn(typed), value) ? typed : Number.isNaN(value) ? '' : String(value);
  return (
    <TextInput
      id={id}
      label={label}
      value={text}
      error={problem}
      inputMode="decimal"
      autoComplete="off"
      rightSection={button}
      data-autofocus={isFirst || undefined}
      // A given number is replaced by typing.
      onFocus={({ currentTarget }) => currentTarget.select()}
      onBlur={() => afterPress(onLeave)}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        onChange(numberIn(currentTarget.value));
      }}
    />
  );
}
