import { Menu } from '@mantine/core';
import type { Magnet } from '@moneytrail/chart';
import { IconCheck, IconMagnet } from '@tabler/icons-react';
import { IN_MAIN } from '../../../ui/in-main.ts';
import { ToolButton } from '../../../ui/ToolButton.tsx';
import { MAGNETS } from '../preferences/drawing-preferences.ts';
import { updateDrawing, usePreferences } from '../preferences/preferences.ts';

/** What the strengths of the magnet are called. */
const MAGNET_NAMES: Readonly<Record<Magnet, string>> = {
  off: 'Off',
  weak: 'Weak: near prices of the bar',
  strong: 'Strong: the nearest price of the bar',
};

/** How strongly points are drawn to the prices of the bar below the pointer. */
export function MagnetMenu() {
  const { magnet } = usePreferences().drawing;
  return (
    <Menu position="right-start" portalProps={IN_MAIN} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ToolButton
          label={`Magnet: ${magnet}`}
          tipSide="right"
          icon={<IconMagnet size={20} stroke={1.75} />}
          isActive={magnet !== 'off'}
        />
      </Menu.Target>
      <Menu.Dropdown>
        {MAGNETS.map((one) => (
          <Menu.RadioItem
            key={one}
            value={one}
            checked={one === magnet}
            checkIcon={<IconCheck size={16} stroke={1.75} />}
            closeMenuOnClick
            onChange={() => updateDrawing({ magnet: one })}
          >
            {MAGNET_NAMES[one]}
          </Menu.RadioItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
