import { IconHistory, IconLock } from '@tabler/icons-react';
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
  onChoose: () => void;
};

/** One symbol: code, description, exchange, and what is special about it. */
export function SymbolRow({ row, index, topPx, isActive, isRecent, onChoose }: Props) {
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
    </div>
  );
}
