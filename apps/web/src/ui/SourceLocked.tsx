import { Button } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import classes from './SourceLocked.module.css';

/** Stands in for what a locked instrument would show. */
export function SourceLocked({ onUnlock }: { onUnlock: () => void }) {
  return (
    <div className={classes.locked}>
      <IconLock size={40} stroke={1.5} aria-hidden="true" />
      <p>Source locked</p>
      <Button variant="default" onClick={onUnlock}>
        How to unlock
      </Button>
    </div>
  );
}
