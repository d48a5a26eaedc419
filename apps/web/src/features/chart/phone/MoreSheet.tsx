import { Button, Menu, NativeSelect } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { CANDLE_TYPES } from '@moneytrail/chart/model';
import {
  IconBell,
  IconBellPlus,
  IconCalendarSearch,
  IconCamera,
  IconCirclePlus,
  IconCommand,
  IconFileTypeCsv,
  IconInfoCircle,
  IconKeyboard,
  IconLayoutDashboard,
  IconLayoutGrid,
  IconListDetails,
  IconMaximize,
  IconNotebook,
  IconPlayerTrackPrev,
  IconRulerMeasure,
  IconTable,
  IconZoomReset,
} from '@tabler/icons-react';
import { toggleFullScreen, useIsFullScreen } from '../../../ui/hooks/use-full-screen.ts';
import { IN_MAIN } from '../../../ui/in-main.ts';
import { openAlertAtCrosshair } from '../alerts/open-alert.ts';
import { RangeButtons } from '../bottom-bar/BottomBar.tsx';
import type { TimeFrame } from '../bottom-bar/use-time-frame.ts';
import { useExports } from '../exports/use-exports.ts';
import { CountItems } from '../grid/GridItems.tsx';
import { NOTHING_OPEN, useChartScreen } from '../model/chart-context.ts';
import { updatePreferences, usePreferences } from '../preferences/preferences.ts';
import { useReplay, useReplayMs } from '../replay/use-replay.ts';
import { SettingsSheet } from '../settings/SettingsSheet.tsx';
import { CANDLE_TYPE_LOOKS } from '../toolbar/candle-types.ts';
import classes from './MoreSheet.module.css';

type Props = { onTimeFrame: (frame: TimeFrame) => void };

/** Everything without a place in the toolbar of a small window: range, chart type, exports, settings. */
export function MoreSheet({ onTimeFrame }: Props) {
  const { controller, decimals, openPanel } = useChartScreen();
  const { candleType } = usePreferences();
  const { savePicture, saveCsv } = useExports();
  const isFullScreen = useIsFullScreen();
  const hasMouse = useMediaQuery('(any-hover: hover)', undefined, {
    getInitialValueInEffect: false,
  });
  const show = (frame: TimeFrame) => {
    onTimeFrame(frame);
    openPanel(NOTHING_OPEN);
  };
  const measure = () => {
    controller?.engine.startMeasuring();
    openPanel(NOTHING_OPEN);
  };
  const replay = useReplay();
  const isReplayed = useReplayMs() !== null;
  const toggleReplay = () => {
    replay.toggle();
    openPanel(NOTHING_OPEN);
  };
  const resetView = () => {
    controller?.resetView();
    openPanel(NOTHING_OPEN);
  };
  return (
    <SettingsSheet title="Chart">
      <div>
        <div className={classes.label} aria-hidden="true">
          Range
        </div>
        <RangeButtons isLarge onTimeFrame={show} />
      </div>
      <div className={classes.actions}>
        <Button
          variant="default"
          leftSection={<IconCirclePlus size={18} />}
          onClick={() => openPanel({ kind: 'compare' })}
        >
          Compare
        </Button>
        <Button
          variant="default"
          leftSection={<IconBellPlus size={18} />}
          onClick={() => openAlertAtCrosshair({ controller, decimals, openPanel })}
        >
          New alert
        </Button>
        <Button
          variant="default"
          leftSection={<IconNotebook size={18} />}
          onClick={() => openPanel({ kind: 'journal' })}
        >
          Journal
        </Button>
        <Button
          variant="default"
          leftSection={<IconInfoCircle size={18} />}
          onClick={() => openPanel({ kind: 'symbol' })}
        >
          About the symbol
        </Button>
        <Button
          variant="default"
          leftSection={<IconBell size={18} />}
          onClick={() => openPanel({ kind: 'alerts' })}
        >
          Alerts
        </Button>
        <Button
          variant="default"
          leftSection={<IconListDetails size={18} />}
          onClick={() => openPanel({ kind: 'watchlist' })}
        >
          Watchlist
        </Button>
        <Button variant="default" leftSection={<IconCamera size={18} />} onClick={savePicture}>
          Picture
        </Button>
        <Button variant="default" leftSection={<IconFileTypeCsv size={18} />} onClick={saveCsv}>
          CSV
        </Button>
        <Button
          variant="default"
          leftSection={<IconPlayerTrackPrev size={18} />}
          onClick={toggleReplay}
        >
          {isReplayed ? 'Back to live' : 'Replay'}
        </Button>
        <Button variant="default" leftSection={<IconRulerMeasure size={18} />} onClick={measure}>
          Measure
        </Button>
        <Button
          variant="default"
          leftSection={<IconLayoutDashboard size={18} />}
          onClick={() => openPanel({ kind: 'layouts' })}
        >
          Saved charts
        </Button>
        <Menu position="top" portalProps={IN_MAIN}>
          <Menu.Target>
            <Button variant="default" leftSection={<IconLayoutGrid size={18} />}>
              Several charts
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <CountItems />
          </Menu.Dropdown>
        </Menu>
        <Button
          variant="default"
          leftSection={<IconTable size={18} />}
          onClick={() => openPanel({ kind: 'table' })}
        >
          Table
        </Button>
        <Button
          variant="default"
          leftSection={<IconCalendarSearch size={18} />}
          onClick={() => openPanel({ kind: 'go-to' })}
        >
          Go to date
        </Button>
        <Button variant="default" leftSection={<IconZoomReset size={18} />} onClick={resetView}>
          Reset view
        </Button>
        {document.fullscreenEnabled && (
          <Button
            variant="default"
            leftSection={<IconMaximize size={18} />}
            onClick={toggleFullScreen}
          >
            {isFullScreen ? 'Leave full screen' : 'Full screen'}
          </Button>
        )}
        <Button
          variant="default"
          leftSection={<IconCommand size={18} />}
          onClick={() => openPanel({ kind: 'palette' })}
        >
          All commands
        </Button>
        {hasMouse && (
          <Button
            variant="default"
            leftSection={<IconKeyboard size={18} />}
            onClick={() => openPanel({ kind: 'shortcuts' })}
          >
            Shortcuts
          </Button>
        )}
      </div>
      <NativeSelect
        label="Chart type"
        value={candleType}
        onChange={({ currentTarget: { value } }) => {
          const chosen = CANDLE_TYPES.find((type) => type === value) ?? 'candles';
          updatePreferences({ candleType: chosen });
        }}
        data={CANDLE_TYPES.map((value) => ({ value, label: CANDLE_TYPE_LOOKS[value].label }))}
      />
    </SettingsSheet>
  );
}
