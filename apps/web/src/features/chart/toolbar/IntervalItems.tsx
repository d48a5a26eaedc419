import { Menu } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useChartScreen } from '../model/chart-context.ts';
import { RESOLUTION_NAMES } from '../model/resolution-labels.ts';

/** The items of a menu of intervals: all that the instrument has, the chosen one checked. */
export function IntervalItems() {
  const { info, resolution, setResolution } = useChartScreen();
  return info.supported_resolutions.map((one) => (
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
  ));
}
