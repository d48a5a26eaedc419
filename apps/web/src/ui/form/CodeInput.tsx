import { type ChangeEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import classes from './CodeInput.module.css';

type Props = {
  label: string;
  value: string;
  onChange: (code: string) => void;
  /** The last character was typed, or a whole code pasted or autofilled. */
  onComplete?: (code: string) => void;
  /** SMS codes are digits; mailed codes contain letters. */
  isNumeric: boolean;
  error?: ReactNode;
  /** Selects a refused code, so that the next one replaces it. */
  isRefused?: boolean;
  /** The name by which a form finds the field. */
  'data-path'?: string;
};

export const CODE_LENGTH = 6;
const BOXES = [0, 1, 2, 3, 4, 5] as const;

/** Strips separators and upper-cases the rest. */
function codeOf(text: string): string {
  return text
    .replaceAll(/[^A-Za-z0-9]/g, '')
    .slice(0, CODE_LENGTH)
    .toUpperCase();
}

/** Six boxes for a one-time code, but a single input to the keyboard, clipboard and autofill. */
export function CodeInput(props: Props) {
  const {
    label,
    value,
    onChange,
    onComplete,
    isNumeric,
    error,
    isRefused = Boolean(error),
  } = props;
  const id = useId();
  const errorId = `${id}-error`;
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    const code = codeOf(event.currentTarget.value);
    onChange(code);
    // Correcting a digit of a complete code takes more than the first key.
    const isKey = (event.nativeEvent as InputEvent).data?.length === 1;
    const isCorrecting = value.length === CODE_LENGTH && isKey;
    if (code.length === CODE_LENGTH && code !== value && !isCorrecting) onComplete?.(code);
  };
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  useEffect(() => {
    if (isRefused) input.current?.select();
  }, [isRefused]);
  return (
    <div className={classes.code}>
      <label htmlFor={id} className={classes.label}>
        {label}
      </label>
      <div className={classes.field}>
        <input
          id={id}
          data-path={props['data-path']}
          className={classes.input}
          type="text"
          inputMode={isNumeric ? 'numeric' : 'text'}
          autoComplete="one-time-code"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          value={value}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? errorId : undefined}
          ref={input}
          onChange={change}
        />
        <div className={classes.boxes} aria-hidden="true">
          {BOXES.map((box) => (
            <span
              key={box}
              className={classes.box}
              data-next={box === Math.min(value.length, CODE_LENGTH - 1) || undefined}
              data-invalid={error ? true : undefined}
            >
              {value[box]}
            </span>
          ))}
        </div>
      </div>
      {error && (
        <p id={errorId} className={classes.error} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
