import { useStudiesOnChart } from '../preferences/preferences.ts';
import classes from './PanePills.module.css';
import { type PaneChoice, paneChoices } from './pane-choice.ts';

type Props = { choice: PaneChoice; onChoose: (id: string) => void };

/** Chooses the one study that stands under the prices. */
export function PanePills({ choice, onChoose }: Props) {
  return (
    <fieldset className={classes.pills} aria-label="Study under the chart">
      {paneChoices(useStudiesOnChart()).map(({ id, label }) => (
        <button
          key={id}
          type="button"
          className={classes.pill}
          aria-pressed={id === choice.id}
          onClick={() => onChoose(id)}
        >
          {label}
        </button>
      ))}
    </fieldset>
  );
}
