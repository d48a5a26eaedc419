import { Input, SegmentedControl } from '@mantine/core';
import { type FocusEvent, type ReactNode, useId } from 'react';
import classes from './Choice.module.css';

type Props = {
  label: string;
  data: readonly { value: string; label: string }[];
  /** Empty while nothing is chosen. */
  value: string;
  error?: ReactNode;
  onChange: (value: string) => void;
  /** The focus has left all of it. */
  onBlur?: (() => void) | undefined;
  /** The name by which the form finds the field. */
  'data-path'?: string;
};

/** One of a few, side by side; nothing is chosen beforehand. */
export function Choice({ label, data, value, error, onChange, onBlur, ...field }: Props) {
  const id = useId();
  const errorId = `${id}-error`;
  const leave = (event: FocusEvent<HTMLDivElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget)) onBlur?.();
  };
  return (
    <div data-path={field['data-path']}>
      <Input.Label component="span" id={id}>
        {label}
      </Input.Label>
      <SegmentedControl
        aria-labelledby={id}
        aria-describedby={error ? errorId : undefined}
        fullWidth
        classNames={{
          root: classes.track ?? '',
          indicator: classes.thumb ?? '',
          label: classes.label ?? '',
        }}
        data={[...data]}
        value={value}
        onChange={onChange}
        onBlur={leave}
      />
      {error && (
        <Input.Error id={errorId} mt={4}>
          {error}
        </Input.Error>
      )}
    </div>
  );
}
