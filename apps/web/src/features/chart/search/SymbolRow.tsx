import type { StudyColour } from '@moneytrail/chart';
import type { SymbolQuote } from '@moneytrail/contract';
import { IconCheck, IconHistory, IconLock, IconStar, IconStarFilled } from '@tabler/icons-react';
import { Chip } from '../../../ui/Chip.tsx';
import { SIMULATED } from '../model/messages.ts';
import type { SearchRow } from './match-symbols.ts';
import { RowQuote } from './RowQuote.tsx';
import classes from './SymbolRow.module.css';

type Props = {
  row: SearchRow;
  /** Undefined while it is read and where the row is locked, null where none is known. */
  quote: SymbolQuote | null | undefined;
  index: number;
  /** How many rows there are; only those in sight are on the page. */
  count: number;
  topPx: number;
  /** The colour of the line that it has on the chart; null for none. */
  mark: StudyColour | null;
  isActive: boolean;
  isRecent: boolean;
  isStarred: boolean;
  onChoose: () => void;
  onStar: () => void;
};

/** The code of a contract is no longer; that of a spread needs a line of its own on a phone. */
const LONGEST_SHORT_CODE = 16;

/** One symbol: code, description, what is special about it, exchange and newest known price. */
export function SymbolRow(props: Props) {
  const { row, quote, index, count, topPx, mark, isActive, isRecent, isStarred, onChoose, onStar } =
    props;
  const Star = isStarred ? IconStarFilled : IconStar;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field of the search has the focus and the keys.
    <div
      id={`symbol-${index}`}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      aria-setsize={count}
      aria-posinset={index + 1}
      className={classes.row}
      data-locked={row.locked || undefined}
      data-long={row.code.length > LONGEST_SHORT_CODE || undefined}
      style={{ top: topPx }}
      onClick={onChoose}
    >
      <span className={classes.code}>
        {row.locked && <IconLock size={14} stroke={1.75} aria-label="Locked" />}
        <span className={classes.letters}>{row.code}</span>
      </span>
      <span className={classes.description}>{row.description}</span>
      <span className={classes.flags}>
        {mark && (
          <IconCheck
            size={16}
            stroke={2.5}
            color={`var(--mt-line-${mark})`}
            aria-label="Compared"
          />
        )}
        {isRecent && <IconHistory size={14} stroke={1.75} aria-label="Recent" />}
        {row.simulated && <Chip kind="warning">{SIMULATED}</Chip>}
        {row.isOffline && <Chip kind="error">offline</Chip>}
      </span>
      <span className={classes.source}>
        {row.source}
        {row.locked && ' (Locked)'}
      </span>
      <RowQuote quote={quote} />
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Shift and Enter in the field do the same. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a button may not stand inside an option. */}
      <span
        className={classes.star}
        data-on={isStarred || undefined}
        title={isStarred ? 'Remove star' : 'Star'}
        onClick={(event) => {
          event.stopPropagation();
          onStar();
        }}
      >
        <Star size={18} stroke={1.75} aria-label={isStarred ? 'Starred' : ''} />
      </span>
    </div>
  );
}
