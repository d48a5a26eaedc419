import type { SymbolQuote } from '@moneytrail/contract';
import { NO_PRICE } from '../model/messages.ts';
import { quoteWordsOf } from './quote-words.ts';
import classes from './RowQuote.module.css';

type Props = {
  /** Undefined while it is read and where the row is locked, null where none is known. */
  quote: SymbolQuote | null | undefined;
};

/** The newest known price of a row and its change since the session before; its room is kept where there is none. */
export function RowQuote({ quote }: Props) {
  if (quote === undefined) return <span className={classes.quote} />;
  if (quote === null) {
    return (
      <span className={classes.quote} title={NO_PRICE}>
        <span className={classes.change}>no price yet</span>
      </span>
    );
  }
  const { price, change, direction, pastDay, title } = quoteWordsOf(quote);
  return (
    <span className={classes.quote} title={title}>
      <span className={classes.price} data-past={pastDay !== null || undefined}>
        {price}
      </span>
      {change !== '' && (
        <span className={classes.change} data-direction={direction}>
          {change}
        </span>
      )}
      {pastDay !== null && <span className="visually-hidden">on {pastDay}</span>}
    </span>
  );
}
