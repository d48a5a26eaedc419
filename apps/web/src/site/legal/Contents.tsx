import classes from './Contents.module.css';
import type { LegalSection } from './legal-document.ts';

type Props = {
  sections: readonly LegalSection[];
  /** The section that is being read; null before the first. */
  current: string | null;
};

function Links({ sections, current }: Props) {
  return (
    <ol className={classes.list}>
      {sections.map(({ id, title }, index) => (
        <li key={id}>
          <a
            className={classes.link}
            href={`#${id}`}
            aria-current={id === current ? 'location' : undefined}
          >
            <span className={classes.number}>{index + 1}.</span>
            {title}
          </a>
        </li>
      ))}
    </ol>
  );
}

/** The contents beside the text, where there is room. */
export function ContentsBeside(props: Props) {
  return (
    <nav className={classes.beside} aria-label="Contents">
      <p className={classes.heading}>Contents</p>
      <Links {...props} />
    </nav>
  );
}

/** The contents folded above the text, on a phone. */
export function ContentsFolded(props: Props) {
  return (
    <details className={classes.folded}>
      <summary className={classes.summary}>Contents</summary>
      <nav aria-label="Contents">
        <Links {...props} />
      </nav>
    </details>
  );
}
