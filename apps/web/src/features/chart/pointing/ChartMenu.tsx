import { Menu } from '@mantine/core';
import {
  IconCamera,
  IconCopy,
  IconMathFunction,
  IconRefresh,
  IconRulerMeasure,
  IconSettings,
  IconTable,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatPrice } from '../../../lib/format.ts';
import { showToast } from '../../../stores/toasts.ts';
import { IN_MAIN } from '../../../ui/in-main.ts';
import { useExports } from '../exports/use-exports.ts';
import { useChartScreen } from '../screen/chart-context.ts';
import classes from './ChartMenu.module.css';
import type { MenuPlace } from './use-chart-menu.ts';

type Props = { place: MenuPlace; onClose: () => void };

/** What can be done at a place of the chart. */
export function ChartMenu({ place, onClose }: Props) {
  const { controller, openPanel, decimals } = useChartScreen();
  const { savePicture } = useExports();
  const price = place.point && formatPrice(place.point.price, decimals);
  const copyPrice = async (text: string) => {
    await navigator.clipboard.writeText(text.replaceAll(',', '').replace('−', '-'));
    showToast({ kind: 'success', text: `${text} copied.` });
  };
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
          aria-label="Menu of the chart"
          className={classes.target}
          style={{ left: place.x, top: place.y }}
        />
      </Menu.Target>
      <Menu.Dropdown>
        <Item
          icon={<IconRefresh size={16} stroke={1.75} />}
          keys="Alt+R"
          onClick={controller?.resetView}
        >
          Reset view
        </Item>
        <Item
          icon={<IconRulerMeasure size={16} stroke={1.75} />}
          keys="Shift+drag"
          onClick={controller?.engine.startMeasuring}
        >
          Measure
        </Item>
        {price && (
          <Item icon={<IconCopy size={16} stroke={1.75} />} onClick={() => void copyPrice(price)}>
            Copy price {price}
          </Item>
        )}
        <Menu.Divider />
        <Item
          icon={<IconMathFunction size={16} stroke={1.75} />}
          keys="Alt+I"
          onClick={() => openPanel({ kind: 'indicators' })}
        >
          Indicators
        </Item>
        <Item
          icon={<IconTable size={16} stroke={1.75} />}
          keys="Alt+B"
          onClick={() => openPanel({ kind: 'table' })}
        >
          Table of bars
        </Item>
        <Item icon={<IconCamera size={16} stroke={1.75} />} keys="Alt+S" onClick={savePicture}>
          Save picture
        </Item>
        <Item
          icon={<IconSettings size={16} stroke={1.75} />}
          onClick={() => openPanel({ kind: 'settings' })}
        >
          Chart settings
        </Item>
      </Menu.Dropdown>
    </Menu>
  );
}

type ItemProps = {
  icon: ReactNode;
  keys?: string;
  onClick: (() => void) | undefined;
  children: ReactNode;
};

function Item({ icon, keys, onClick, children }: ItemProps) {
  return (
    <Menu.Item
      leftSection={icon}
      rightSection={keys && <span className={classes.keys}>{keys}</span>}
      onClick={() => onClick?.()}
    >
      {children}
    </Menu.Item>
  );
}
