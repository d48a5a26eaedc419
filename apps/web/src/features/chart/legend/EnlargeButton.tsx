import { IconArrowsDiagonal, IconArrowsDiagonalMinimize2 } from '@tabler/icons-react';
import classes from './Legend.module.css';

type Props = {
  /** What the pane shows, as its button is read aloud. */
  name: string;
  isEnlarged: boolean;
  onToggle: () => void;
};

/** Gives a pane the whole height and takes it back; a double click on the pane's head does the same. */
export function EnlargeButton({ name, isEnlarged, onToggle }: Props) {
  const Icon = isEnlarged ? IconArrowsDiagonalMinimize2 : IconArrowsDiagonal;
  return (
    <button
      type="button"
      className={classes.enlarge}
      aria-label={isEnlarged ? 'Restore panes' : `Maximise ${name}`}
      aria-pressed={isEnlarged}
      onClick={onToggle}
    >
      <Icon size={14} stroke={1.75} />
    </button>
  );
}
