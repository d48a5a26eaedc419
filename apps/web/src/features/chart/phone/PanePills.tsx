import classes from './PanePills.module.css';
import { PANE_CHOICES, type PaneChoice } from './pane-choice.ts';

type Props = { choice: PaneChoice; onChoose: (choice: PaneChoice) => void };

/** Chooses the one study that stands under the prices. */
export function PanePills({ choice, onChoose }: Props) {
  return (
    <fieldset className={classes.pills} aria-label="Study under the chart">
      {PANE_CHOICES.map(({ id, label }) => (
        <button
          key={id}
          type="button"
          className={classes.pill}
          aria-pressed={id === choice}
          onClick={() => onChoose(id)}
        >
          {label}
        </button>
      ))}
    </fieldset>
  );
}
