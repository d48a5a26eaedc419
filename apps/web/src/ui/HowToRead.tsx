import classes from './HowToRead.module.css';

type Props = { meanings: readonly { word: string; meaning: string }[] };

/** The meanings of a page's figures, folded until they are asked for. */
export function HowToRead({ meanings }: Props) {
  return (
    <details className={classes.meanings}>
      <summary>How to read these figures</summary>
      <dl>
        {meanings.map(({ word, meaning }) => (
          <div key={word}>
            <dt>{word}</dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
