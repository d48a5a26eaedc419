import { termOf } from '../../../lib/terms.ts';
import classes from './TermTexts.module.css';

/** The terms of names, each once. */
export function termsOf(names: readonly string[]) {
  const found = names.flatMap((name) => termOf(name) ?? []);
  return found.filter(({ id }, index) => found.findIndex((one) => one.id === id) === index);
}

type TextsProps = { names: readonly string[]; id?: string };

/** Name, two sentences and a link for each term. The guide opens beside the chart, which stays as it is. */
export function TermTexts({ names, id }: TextsProps) {
  return (
    // In a card that takes the focus, this does: a ring around the link would catch the eye of those who tapped.
    <div id={id} className={classes.texts} tabIndex={-1} data-autofocus>
      {termsOf(names).map(({ id: key, term }) => (
        <div key={key} className={classes.term}>
          <strong>{term.name}</strong>
          <p className={classes.text}>{term.sentences.join(' ')}</p>
          <a className={classes.guide} href={term.guide} target="_blank" rel="noreferrer">
            Read the guide<span className="visually-hidden"> on {term.name}, in a new tab</span>
          </a>
        </div>
      ))}
    </div>
  );
}
