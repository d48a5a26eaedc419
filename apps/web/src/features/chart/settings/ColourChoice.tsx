import { useId } from 'react';
import classes from './ColourChoice.module.css';

type Props<Colour extends string> = {
  /** Accessible name of the group. */
  label: string;
  value: Colour;
  /** Tokens of colours of the canvas. */
  choices: readonly Colour[];
  names: Readonly<Record<Colour, string>>;
  /** Cannot be chosen. */
  taken?: Colour;
  onChange: (colour: Colour) => void;
};

/** A row of colours to choose one from. */
export function ColourChoice<Colour extends string>(props: Props<Colour>) {
  const { label, value, choices, names, taken, onChange } = props;
  const group = useId();
  return (
    <div className={classes.colours} role="radiogroup" aria-label={label}>
      {choices.map((colour) => (
        <label key={colour} className={classes.colour} title={names[colour]}>
          <input
            type="radio"
            name={group}
            className="visually-hidden"
            aria-label={names[colour]}
            checked={colour === value}
            disabled={colour === taken}
            onChange={() => onChange(colour)}
          />
          <span
            className={classes.swatch}
            style={{ backgroundColor: `var(--mt-line-${colour})` }}
          />
        </label>
      ))}
    </div>
  );
}
