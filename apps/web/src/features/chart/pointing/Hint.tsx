import { CloseButton } from '@mantine/core';
import classes from './Hint.module.css';

type Props = { text: string; closeLabel: string; onClose: () => void };

/** What the chart waits for, and the way out of it. */
export function Hint({ text, closeLabel, onClose }: Props) {
  return (
    <div className={classes.hint} role="status">
      {text}
      <CloseButton size="sm" aria-label={closeLabel} onClick={onClose} />
    </div>
  );
}
