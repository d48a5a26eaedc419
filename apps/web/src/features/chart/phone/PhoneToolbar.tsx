import { Menu } from '@mantine/core';
import { RESOLUTION_LABELS } from '@moneytrail/calendar';
import { IconDots, IconMathFunction, IconPencil, IconSearch } from '@tabler/icons-react';
import { IN_MAIN } from '../../../ui/in-main.ts';
import { useChartScreen } from '../model/chart-context.ts';
import { RESOLUTION_NAMES } from '../model/resolution-labels.ts';
import { IntervalItems } from '../toolbar/IntervalButtons.tsx';
import classes from './PhoneToolbar.module.css';

/** The toolbar of a phone, in reach of the thumb. */
export function PhoneToolbar() {
  const { info, resolution, openPanel } = useChartScreen();
  return (
    <div className={classes.toolbar} role="toolbar" aria-label="Chart" data-region="toolbar">
      <button
        type="button"
        className={classes.symbol}
        data-tour="search"
        aria-label={`${info.name}: symbol search`}
        onClick={() => openPanel({ kind: 'search', text: '' })}
      >
        <IconSearch size={20} stroke={1.75} aria-hidden="true" />
        <span className={classes.code}>{info.name}</span>
      </button>
      <Menu position="top" portalProps={IN_MAIN} withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <button
            type="button"
            className={classes.button}
            data-tour="interval"
            aria-label={`${RESOLUTION_LABELS[resolution]} (${RESOLUTION_NAMES[resolution]}): interval`}
          >
            <strong>{RESOLUTION_LABELS[resolution]}</strong>
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>Interval</Menu.Label>
          <IntervalItems />
        </Menu.Dropdown>
      </Menu>
      <button
        type="button"
        className={classes.button}
        aria-label="Indicators"
        onClick={() => openPanel({ kind: 'indicators' })}
      >
        <IconMathFunction size={20} stroke={1.75} />
      </button>
      <button
        type="button"
        className={classes.button}
        aria-label="Draw"
        onClick={() => openPanel({ kind: 'tools' })}
      >
        <IconPencil size={20} stroke={1.75} />
      </button>
      <button
        type="button"
        className={classes.button}
        aria-label="More"
        onClick={() => openPanel({ kind: 'settings' })}
      >
        <IconDots size={20} stroke={1.75} />
      </button>
    </div>
  );
}
