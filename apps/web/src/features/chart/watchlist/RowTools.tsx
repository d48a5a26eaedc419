import { Menu } from '@mantine/core';
import { FLAG_COLOURS, type FlagColour, type WatchlistEntry } from '@moneytrail/contract';
import { IconArrowDown, IconArrowUp, IconBellPlus, IconFlag, IconTrash } from '@tabler/icons-react';
import { IN_MAIN } from '../../../ui/in-main.ts';
import { ToolButton } from '../../../ui/ToolButton.tsx';
import classes from './WatchlistPanel.module.css';

type Props = {
  /** Undefined while no row is chosen. */
  entry: WatchlistEntry | undefined;
  /** Sorted rows do not move. */
  mayMoveUp: boolean;
  mayMoveDown: boolean;
  onMove: (by: number) => void;
  onFlag: (flag: FlagColour | null) => void;
  /** Null where the row has no price to watch. */
  onAlert: (() => void) | null;
  onRemove: () => void;
};

/** No flag, then each colour, then none again. */
export function nextFlag(flag: FlagColour | null): FlagColour | null {
  const place = flag === null ? -1 : FLAG_COLOURS.indexOf(flag);
  return FLAG_COLOURS[place + 1] ?? null;
}

/** `Red`. */
export const colourName = (colour: FlagColour): string =>
  `${colour.slice(0, 1).toUpperCase()}${colour.slice(1)}`;

/** The actions on the chosen row. */
export function RowTools(props: Props) {
  const { entry, mayMoveUp, mayMoveDown, onMove, onFlag, onAlert, onRemove } = props;
  const isSymbol = entry?.kind === 'symbol';
  return (
    <div className={classes.tools} role="toolbar" aria-label="Chosen row">
      <ToolButton
        label="Move up"
        shortcut="Alt+↑"
        icon={<IconArrowUp size={20} stroke={1.75} />}
        disabled={!entry || !mayMoveUp}
        onClick={() => onMove(-1)}
      />
      <ToolButton
        label="Move down"
        shortcut="Alt+↓"
        icon={<IconArrowDown size={20} stroke={1.75} />}
        disabled={!entry || !mayMoveDown}
        onClick={() => onMove(1)}
      />
      <Menu position="top" portalProps={IN_MAIN} disabled={!isSymbol}>
        <Menu.Target>
          <ToolButton
            label="Flag"
            shortcut="Space"
            icon={<IconFlag size={20} stroke={1.75} />}
            disabled={!isSymbol}
          />
        </Menu.Target>
        <Menu.Dropdown>
          {FLAG_COLOURS.map((colour) => (
            <Menu.Item
              key={colour}
              leftSection={<span className={classes.flag} data-colour={colour} />}
              onClick={() => onFlag(colour)}
            >
              {colourName(colour)}
            </Menu.Item>
          ))}
          <Menu.Item onClick={() => onFlag(null)}>No flag</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ToolButton
        label="Alert"
        icon={<IconBellPlus size={20} stroke={1.75} />}
        disabled={onAlert === null}
        onClick={() => onAlert?.()}
      />
      <ToolButton
        label="Remove"
        shortcut="Del"
        icon={<IconTrash size={20} stroke={1.75} />}
        disabled={!entry}
        onClick={onRemove}
      />
    </div>
  );
}
