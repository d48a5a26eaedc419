import { Menu } from '@mantine/core';
import type { Resolution } from '@moneytrail/calendar';
import { IconCheck, IconChevronDown } from '@tabler/icons-react';
import { IN_MAIN } from '../../../ui/in-main.ts';
import { ToolButton } from '../../../ui/ToolButton.tsx';
import { useChartScreen } from '../screen/chart-context.ts';
import classes from './IntervalButtons.module.css';
import { RESOLUTION_LABELS, RESOLUTION_NAMES } from './resolution-labels.ts';

/** These stand in the toolbar, the rest in the menu beside them. */
const DIRECT: ReadonlySet<Resolution> = new Set(['1', '5', '15', '60', '240', '1D', '1W']);

/** The interval of the bars: the usual ones as buttons, all of them in a menu. */
export function IntervalButtons() {
  const { info, resolution, setResolution } = useChartScreen();
  const offered = info.supported_resolutions;
  const isInMenu = !DIRECT.has(resolution);
  return (
    <fieldset className={classes.group} aria-label="Interval" data-tour="interval">
      {offered
        .filter((one) => DIRECT.has(one))
        .map((one) => (
          <button
            key={one}
            type="button"
            className={classes.interval}
            aria-label={`${RESOLUTION_LABELS[one]} (${RESOLUTION_NAMES[one]})`}
            aria-pressed={one === resolution}
            onClick={() => setResolution(one)}
          >
            {RESOLUTION_LABELS[one]}
          </button>
        ))}
      <Menu position="bottom-start" portalProps={IN_MAIN} withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <ToolButton
            label={isInMenu ? `${RESOLUTION_LABELS[resolution]}, all intervals` : 'All intervals'}
            icon={<IconChevronDown size={16} stroke={1.75} />}
            isActive={isInMenu}
            {...(isInMenu ? { text: RESOLUTION_LABELS[resolution] } : {})}
          />
        </Menu.Target>
        <Menu.Dropdown>
          {offered.map((one) => (
            <Menu.RadioItem
              key={one}
              value={one}
              checked={one === resolution}
              checkIcon={<IconCheck size={16} stroke={1.75} />}
              closeMenuOnClick
              onChange={() => setResolution(one)}
            >
              {RESOLUTION_NAMES[one]}
            </Menu.RadioItem>
          ))}
        </Menu.Dropdown>
      </Menu>
    </fieldset>
  );
}
