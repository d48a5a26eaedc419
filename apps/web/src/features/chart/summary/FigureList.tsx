import { UNKNOWN } from '../../../lib/format.ts';
import classes from './summary.module.css';

/** A named figure; `note` stands dimmed under its value, `why` says why it is not known. */
export type Figure = { name: string; value: string; note?: string; why?: string | null };

type Props = { title: string; figures: readonly Figure[] };

/** A titled list of figures, names left and numbers right. */
export function FigureList({ title, figures }: Props) {
  return (
    <section className={classes.figures} aria-label={title}>
      <h3>{title}</h3>
      <dl>
        {figures.map(({ name, value, note, why }) => (
          <div key={name} title={value === UNKNOWN && why ? why : undefined}>
            <dt>{name}</dt>
            <dd>
              {value}
              {note ? <small>{note}</small> : null}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
