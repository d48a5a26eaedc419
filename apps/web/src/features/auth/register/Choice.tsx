import { Input, SegmentedControl } from '@mantine/core';
import { useId } from 'react';
import classes from './Choice.module.css';

type Props = {
  label: string;
  data: readonly { value: string; label: string }[];
  /** Empty while nothing is chosen. */
  value: string;
  error: string | null;
  onChange: (value: string) => void;
};

/** One of a few, side by side; nothing is chosen beforehand. */
export function Choice({ label, data, value, error, onChange }: Props) {
  const id = useId();
  return (
    <div>
      <Input.Label component="span" id={id}>
        {label}
      </Input.Label>
      <SegmentedControl
        aria-labelledby={id}
        fullWidth
        classNames={{ root: classes.track ?? '', indicator: classes.thumb ?? '' }}
        data={[...data]}
        value={value}
        onChange={onChange}
      />
      {error && <Input.Error mt={4}>{error}</Input.Error>}
    </div>
  );
}
