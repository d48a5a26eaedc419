import { Menu } from '@mantine/core';
import { CANDLE_TYPES } from '@moneytrail/chart/model';
import { IconCheck } from '@tabler/icons-react';
import { IN_MAIN } from '../../../ui/in-main.ts';
import { ToolButton } from '../../../ui/ToolButton.tsx';
import { updatePreferences, usePreferences } from '../preferences/preferences.ts';
import { CANDLE_TYPE_LOOKS } from './candle-types.ts';

/** Candles, bars, line …: how prices are drawn. */
export function CandleTypeMenu() {
  const { candleType } = usePreferences();
  const { icon: Icon, label } = CANDLE_TYPE_LOOKS[candleType];
  return (
    <Menu position="bottom-start" portalProps={IN_MAIN} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ToolButton label={`Chart type: ${label}`} icon={<Icon size={20} stroke={1.75} />} />
      </Menu.Target>
      <Menu.Dropdown>
        {CANDLE_TYPES.map((type) => {
          const look = CANDLE_TYPE_LOOKS[type];
          return (
            <Menu.RadioItem
              key={type}
              value={type}
              checked={type === candleType}
              checkIcon={<IconCheck size={16} stroke={1.75} />}
              rightSection={<look.icon size={16} stroke={1.75} />}
              closeMenuOnClick
              onChange={() => updatePreferences({ candleType: type })}
            >
              {look.label}
            </Menu.RadioItem>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
