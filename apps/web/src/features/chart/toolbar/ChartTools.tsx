import { Menu } from '@mantine/core';
import {
  IconCamera,
  IconDots,
  IconFileTypeCsv,
  IconKeyboard,
  IconTable,
} from '@tabler/icons-react';
import { IN_MAIN } from '../../../ui/in-main.ts';
import { ToolButton } from '../../../ui/ToolButton.tsx';
import { useExports } from '../exports/use-exports.ts';
import { useChartScreen } from '../model/chart-context.ts';
import { MenuItem } from '../pointing/MenuItem.tsx';
import classes from './Toolbar.module.css';

/** What is seldom done with a chart: buttons where there is room for them, else items of one menu. */
export function ChartTools() {
  const { openPanel } = useChartScreen();
  const { savePicture, saveCsv } = useExports();
  const tools = [
    { label: 'Save picture', shortcut: 'Alt+S', Icon: IconCamera, run: savePicture },
    { label: 'Save bars as CSV', Icon: IconFileTypeCsv, run: saveCsv },
    {
      label: 'Table of bars',
      shortcut: 'Alt+B',
      Icon: IconTable,
      run: () => openPanel({ kind: 'table' }),
    },
    {
      label: 'Keyboard shortcuts',
      shortcut: '?',
      Icon: IconKeyboard,
      run: () => openPanel({ kind: 'shortcuts' }),
    },
  ];
  return (
    <>
      {tools.map(({ label, shortcut, Icon, run }) => (
        <ToolButton
          key={label}
          label={label}
          {...(shortcut === undefined ? {} : { shortcut })}
          className={classes.wide ?? ''}
          icon={<Icon size={20} stroke={1.75} />}
          onClick={run}
        />
      ))}
      <Menu position="bottom-end" portalProps={IN_MAIN} withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <ToolButton
            label="More"
            className={classes.narrow ?? ''}
            icon={<IconDots size={20} stroke={1.75} />}
          />
        </Menu.Target>
        <Menu.Dropdown>
          {tools.map(({ label, shortcut, Icon, run }) => (
            <MenuItem key={label} icon={Icon} keys={shortcut ?? ''} onClick={run}>
              {label}
            </MenuItem>
          ))}
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
