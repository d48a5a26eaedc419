import type { ExchangeName } from '@moneytrail/contract';
import { IconLock } from '@tabler/icons-react';
import classes from './SymbolSearch.module.css';
import type { ExchangeChoice } from './use-symbol-search.ts';

type Props = {
  exchanges: readonly ExchangeChoice[];
  /** Null: all of them. */
  chosen: ExchangeName | null;
  onChoose: (exchange: ExchangeName | null) => void;
};

/** Which source is searched; a locked one carries a lock, an offline one says so. */
export function ExchangeChips({ exchanges, chosen, onChoose }: Props) {
  return (
    <fieldset className={classes.chips} aria-label="Exchange">
      <button
        type="button"
        className={classes.chip}
        aria-pressed={chosen === null}
        onClick={() => onChoose(null)}
      >
        All
      </button>
      {exchanges.map(({ name, isLocked, isOffline }) => (
        <button
          key={name}
          type="button"
          className={classes.chip}
          aria-pressed={chosen === name}
          onClick={() => onChoose(chosen === name ? null : name)}
        >
          {isLocked && <IconLock size={14} stroke={1.75} aria-hidden="true" />}
          {name}
          {isLocked && ' (Locked)'}
          {isOffline && <span className={classes.offline}>offline</span>}
        </button>
      ))}
    </fieldset>
  );
}
