import { IconHistory, IconLock, IconStar, IconStarFilled } from '@tabler/icons-react';
import { Chip } from '../../../ui/Chip.tsx';
import { SIMULATED } from '../screen/messages.ts';
import type { SearchRow } from './match-symbols.ts';
import classes from './SymbolSearch.module.css';

type Props = {
  row: SearchRow;
  index: number;
  topPx: number;
  isActive: boolean;
  isRecent: boolean;
  isStarred: boolean;
  onChoose: () => void;
  onStar: () => void;
};

/** One symbol: code, description, exchange, and what is special about it. */
export function SymbolRow(props: Props) {
  const { row, index, topPx, isActive, isRecent, isStarred, onChoose, onStar } = props;
  const Star = isStarred ? IconStarFilled : IconStar;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field of the search has the focus and the keys.
    <div
      id={`symbol-${index}`}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      className={classes.row}
      data-locked={row.locked || undefined}
      style={{ top: topPx }}
      onClick={onChoose}
    >
      <span className={classes.code}>
        {row.locked && <IconLock size={14} stroke={1.75} aria-label="Locked" />}
        {row.code}
      </span>
      <span className={classes.description}>{row.description}</span>
      <span className={classes.flags}>
        {isRecent && <IconHistory size={14} stroke={1.75} aria-label="Recent" />}
        {row.simulated && <Chip kind="warning">{SIMULATED}</Chip>}
        {row.isOffline && <Chip kind="error">offline</Chip>}
      </span>
      <span className={classes.source}>
        {row.source}
        {row.locked && ' (Locked)'}
      </span>
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
