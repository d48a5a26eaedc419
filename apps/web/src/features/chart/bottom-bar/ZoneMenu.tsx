import { Menu } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { serverClock } from '../../../api/server-clock.ts';
import { formatClock, zoneName } from '../../../lib/format-time.ts';
import { useNow } from '../../../ui/hooks/use-now.ts';
import { IN_MAIN } from '../../../ui/in-main.ts';
import { useChartScreen } from '../model/chart-context.ts';
import { ZONE_CHOICES, zoneLabel } from '../model/chart-look.ts';
import { updatePreferences, usePreferences } from '../preferences/preferences.ts';
import classes from './BottomBar.module.css';

/** The present time in the chart's zone, and the choice of zone. */
export function ZoneMenu() {
  const { info, zone } = useChartScreen();
  const { zone: choice } = usePreferences();
  const nowMs = useNow(serverClock.now);
  const label = `${formatClock(nowMs, zone)} ${zoneName(zone, nowMs)}`;
  return (
    <Menu position="top-end" portalProps={IN_MAIN} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <button
          type="button"
          className={`${classes.item} ${classes.zone}`}
          aria-label={`Time zone: ${label}`}
        >
          {label}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {ZONE_CHOICES.map((one) => (
          <Menu.RadioItem
            key={one}
            value={one}
            checked={one === choice}
            checkIcon={<IconCheck size={16} stroke={1.75} />}
            closeMenuOnClick
            onChange={() => updatePreferences({ zone: one })}
          >
            {zoneLabel(one, info.timezone, nowMs)}
          </Menu.RadioItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
