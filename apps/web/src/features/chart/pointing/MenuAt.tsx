import { Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import { IN_MAIN } from '../../../ui/in-main.ts';
import classes from './ChartMenu.module.css';
import type { MenuPlace } from './use-chart-menu.ts';

type Props = {
  /** What the menu is of. */
  label: string;
  place: Pick<MenuPlace, 'x' | 'y'>;
  onClose: () => void;
  /** Its items. */
  children: ReactNode;
};

/** A menu that is open at a place of the chart. */
export function MenuAt({ label, place, onClose, children }: Props) {
  return (
    <Menu
      opened
      onClose={onClose}
      position="bottom-start"
      offset={2}
      returnFocus
      withInitialFocusPlaceholder={false}
      portalProps={IN_MAIN}
    >
      <Menu.Target>
        <button
          type="button"
          tabIndex={-1}
          aria-label={label}
          className={classes.target}
          style={{ left: place.x, top: place.y }}
        />
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
