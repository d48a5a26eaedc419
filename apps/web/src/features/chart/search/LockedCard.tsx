import { Button } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { DEFAULT_CHART } from '../../../lib/chart-search.ts';
import { lockedText, SOURCE_LOCKED } from '../screen/messages.ts';
import classes from './LockedCard.module.css';

type Props = { symbol: string; onOpen: (symbol: string) => void };

/** Says why a symbol that was chosen does not open, and what does. */
export function LockedCard({ symbol, onOpen }: Props) {
  return (
    <div className={classes.card} role="status">
      <IconLock size={20} stroke={1.75} aria-hidden="true" />
      <p>
        <strong>{SOURCE_LOCKED}.</strong> {lockedText(symbol)}
      </p>
      <Button size="xs" variant="default" onClick={() => onOpen(DEFAULT_CHART.symbol)}>
        Open {DEFAULT_CHART.symbol}
      </Button>
    </div>
  );
}
