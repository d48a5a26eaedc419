import { Button, NativeSelect } from '@mantine/core';
import { IconCamera, IconFileTypeCsv, IconRulerMeasure, IconTable } from '@tabler/icons-react';
import { offeredTimeFrames, type TimeFrame } from '../bottom-bar/time-frames.ts';
import { CANDLE_TYPES, updatePreferences, usePreferences } from '../preferences/preferences.ts';
import { NOTHING_OPEN, useChartScreen } from '../screen/chart-context.ts';
import { SettingsSheet } from '../settings/SettingsSheet.tsx';
import { CANDLE_TYPE_LOOKS } from '../toolbar/candle-types.ts';
import { useExports } from '../toolbar/use-exports.ts';
import classes from './MoreSheet.module.css';

type Props = { onTimeFrame: (frame: TimeFrame) => void };

/** What has no place in the toolbar of a phone: spans, type, exports, settings. */
export function MoreSheet({ onTimeFrame }: Props) {
  const { info, controller, openPanel } = useChartScreen();
  const { candleType } = usePreferences();
  const { savePicture, saveCsv } = useExports();
  const show = (frame: TimeFrame) => {
    onTimeFrame(frame);
    openPanel(NOTHING_OPEN);
  };
  const measure = () => {
    controller?.engine.startMeasuring();
    openPanel(NOTHING_OPEN);
  };
  return (
    <SettingsSheet title="Chart">
      <fieldset className={classes.frames} aria-label="Range">
        {offeredTimeFrames(info.supported_resolutions).map((frame) => (
          <button
            key={frame.label}
            type="button"
            className={classes.frame}
            aria-label={`${frame.label} (${frame.name})`}
            onClick={() => show(frame)}
          >
            {frame.label}
          </button>
        ))}
      </fieldset>
      <div className={classes.actions}>
        <Button variant="default" leftSection={<IconCamera size={18} />} onClick={savePicture}>
          Picture
        </Button>
        <Button variant="default" leftSection={<IconFileTypeCsv size={18} />} onClick={saveCsv}>
          CSV
        </Button>
        <Button variant="default" leftSection={<IconRulerMeasure size={18} />} onClick={measure}>
          Measure
        </Button>
        <Button
          variant="default"
          leftSection={<IconTable size={18} />}
          onClick={() => openPanel({ kind: 'table' })}
        >
          Table
        </Button>
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
