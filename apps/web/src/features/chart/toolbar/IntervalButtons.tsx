import { Menu } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { RESOLUTION_LABELS } from '@moneytrail/calendar';
import { IconChevronDown } from '@tabler/icons-react';
import { IN_MAIN } from '../../../ui/in-main.ts';
import { ToolButton } from '../../../ui/ToolButton.tsx';
import { useChartScreen } from '../model/chart-context.ts';
import { RESOLUTION_NAMES } from '../model/resolution-labels.ts';
import { RadioItems } from '../pointing/RadioItems.tsx';
import { fittingIntervals } from './fitting-intervals.ts';
import classes from './IntervalButtons.module.css';

/** Widths of an interval, and of the menu's button with its longest label. */
const BUTTON_PX = 44;
const MENU_PX = 72;

/** The common intervals as buttons, as many as fit, and all of them in a menu. */
export function IntervalButtons() {
  const { info, resolution, setResolution } = useChartScreen();
  const { ref, width } = useElementSize<HTMLFieldSetElement>();
  const offered = info.supported_resolutions;
  const direct = fittingIntervals(offered, resolution, Math.floor((width - MENU_PX) / BUTTON_PX));
  const isInMenu = !direct.includes(resolution);
  return (
    <fieldset ref={ref} className={classes.group} aria-label="Interval" data-tour="interval">
      {direct.map((one) => (
        <button
          key={one}
          type="button"
          className={classes.interval}
          title={RESOLUTION_NAMES[one]}
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
            label={
              isInMenu
                ? `${RESOLUTION_LABELS[resolution]} (${RESOLUTION_NAMES[resolution]}), all intervals`
                : 'All intervals'
            }
            icon={<IconChevronDown size={16} stroke={1.75} />}
            isActive={isInMenu}
            {...(isInMenu ? { text: RESOLUTION_LABELS[resolution] } : {})}
          />
        </Menu.Target>
        <Menu.Dropdown>
          <IntervalItems />
        </Menu.Dropdown>
      </Menu>
    </fieldset>
  );
}

export function IntervalItems() {
  const { info, resolution, setResolution } = useChartScreen();
  return (
    <RadioItems
      chosen={resolution}
      items={info.supported_resolutions.map((one) => ({
        value: one,
        label: RESOLUTION_NAMES[one],
      }))}
      onChoose={setResolution}
    />
  );
}
