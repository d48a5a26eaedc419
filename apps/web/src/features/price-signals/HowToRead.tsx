import classes from './PriceSignalsPage.module.css';
import { MEANINGS } from './texts.ts';

/** What every word and figure of the cards means. */
export function HowToRead() {
  return (
    <details className={classes.meanings}>
      <summary>How to read these figures</summary>
      <dl>
        {MEANINGS.map(({ word, meaning }) => (
          <div key={word}>
            <dt>{word}</dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
