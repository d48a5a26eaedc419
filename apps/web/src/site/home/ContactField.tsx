import type { HTMLInputAutoCompleteAttribute } from 'react';
import classes from './ContactForm.module.css';

type Props = {
  label: string;
  name: string;
  value: string;
  problem: string | undefined;
  onType: (value: string) => void;
  onLeave: () => void;
  type?: 'text' | 'email' | 'tel';
  autoComplete?: HTMLInputAutoCompleteAttribute;
  maxLength?: number;
  isOptional?: boolean;
  /** Lines of text; one where none are said. */
  rows?: number;
};

/** A field with its label above and what is wrong with it below. */
export function ContactField(props: Props) {
  const { label, name, value, problem, onType, onLeave, isOptional, rows, ...input } = props;
  const id = `contact-${name}`;
  const shared = {
    id,
    name,
    value,
    className: classes.input,
    required: !isOptional,
    'aria-invalid': problem !== undefined,
    'aria-describedby': problem === undefined ? undefined : `${id}-problem`,
    onBlur: onLeave,
  };
  return (
    <div className={classes.field}>
      <label htmlFor={id} className={classes.label}>
        {label} {isOptional && <span className={classes.optional}>(optional)</span>}
      </label>
      {rows === undefined ? (
        <input {...shared} {...input} onChange={({ target }) => onType(target.value)} />
      ) : (
        <textarea
          {...shared}
          {...input}
          rows={rows}
          onChange={({ target }) => onType(target.value)}
        />
      )}
      {problem !== undefined && (
        <p id={`${id}-problem`} className={classes.problem}>
          {problem}
        </p>
      )}
    </div>
  );
}
