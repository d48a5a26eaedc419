import type { InputName } from '@moneytrail/indicators';
import { useId } from 'react';
import classes from './LengthSlider.module.css';
import { fieldOf } from './study-fields.ts';

type Props = {
  name: Exclude<InputName, 'source'>;
  /** Undefined while the default is in use. */
  value: number | undefined;
  onChange: (value: number) => void;
};

/** One input of the studies, within its range, as a native slider. */
export function LengthSlider({ name, value, onChange }: Props) {
  const id = useId();
  const { label, min, max, default: usual } = fieldOf(name);
  const shown = value ?? usual;
  const unit = /length|range/i.test(name) ? ' bars' : '';
  return (
    <div className={classes.slider}>
      <label className={classes.label} htmlFor={id}>
        {label}
      </label>
      <output className={classes.value} htmlFor={id}>
        {shown}
        {unit}
      </output>
      <input
        id={id}
        className={classes.range}
        type="range"
        min={min}
        max={max}
        value={shown}
        aria-valuetext={`${shown}${unit}`}
        onChange={(event) => onChange(event.currentTarget.valueAsNumber)}
      />
    </div>
  );
}
