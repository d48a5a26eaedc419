import { Tooltip } from '@mantine/core';
import { IconNews } from '@tabler/icons-react';
import classes from './NewsButton.module.css';

type Props = { isOpen: boolean; onOpen: () => void };

/** Opens the news of the markets. */
export function NewsButton({ isOpen, onOpen }: Props) {
  return (
    <Tooltip label="Market news (Alt+N)" position="bottom" disabled={isOpen} withinPortal={false}>
      <button
        type="button"
        className={classes.button}
        aria-label="Market news"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={onOpen}
      >
        <IconNews size={20} stroke={1.75} aria-hidden="true" />
      </button>
    </Tooltip>
  );
}
