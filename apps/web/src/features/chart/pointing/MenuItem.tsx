import { Menu } from '@mantine/core';
import type { IconCopy } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './ChartMenu.module.css';

type Props = {
  icon: typeof IconCopy;
  /** The shortcut, as shown. */
  keys?: string;
  onClick: (() => void) | undefined;
  children: ReactNode;
};

export function MenuItem({ icon: Icon, keys, onClick, children }: Props) {
  return (
    <Menu.Item
      leftSection={<Icon size={16} stroke={1.75} />}
      rightSection={keys && <span className={classes.keys}>{keys}</span>}
      onClick={() => onClick?.()}
    >
      {children}
    </Menu.Item>
  );
}
