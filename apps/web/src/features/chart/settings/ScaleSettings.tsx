import { NativeSelect, SegmentedControl } from '@mantine/core';
import type { PriceScale } from '@moneytrail/chart';
import { PRICE_SCALES } from '@moneytrail/chart/model';
import { serverClock } from '../../../api/server-clock.ts';
import { usePriceScale } from '../bottom-bar/use-price-scale.ts';
import { useChartScreen } from '../model/chart-context.ts';
import { ZONE_CHOICES, zoneLabel } from '../model/chart-look.ts';
import { updatePreferences, usePreferences } from '../preferences/preferences.ts';
import { PreferenceSwitch } from './PreferenceSwitch.tsx';
import classes from './SettingsSheet.module.css';

const SCALE_LABELS: Readonly<Record<PriceScale, string>> = {
  normal: 'Linear',
  log: 'Logarithmic',
  percent: 'Percent',
};

/** How prices and times are written and spread out. */
export function ScaleSettings() {
  const { info } = useChartScreen();
  const { zone } = usePreferences();
  const scale = usePriceScale();
  const nowMs = serverClock.now();
  return (
    <>
      <div>
        <div className={classes.label} id="scale-label">
          Price scale
        </div>
        <SegmentedControl
          fullWidth
          aria-labelledby="scale-label"
          value={scale.drawn}
          disabled={scale.whyFixed !== null}
          onChange={(value) => scale.set(PRICE_SCALES.find((one) => one === value) ?? 'normal')}
          data={PRICE_SCALES.map((value) => ({
            value,
            label: SCALE_LABELS[value],
            disabled: value === 'log' && scale.whyNoLog !== null,
          }))}
        />
        {scale.whyFixed && <p className={classes.note}>{scale.whyFixed}.</p>}
        {!scale.whyFixed && scale.whyNoLog && <p className={classes.note}>{scale.whyNoLog}</p>}
      </div>
      <PreferenceSwitch
        name="isPriceOnly"
        label="Scale price only"
        description="Levels far from the bars do not squeeze them; their tags stay at the edge."
      />
      <NativeSelect
        label="Time zone"
        value={zone}
        onChange={({ currentTarget: { value } }) => {
          updatePreferences({ zone: ZONE_CHOICES.find((one) => one === value) ?? 'johannesburg' });
        }}
        data={ZONE_CHOICES.map((value) => ({
          value,
          label: zoneLabel(value, info.timezone, nowMs),
        }))}
      />
    </>
  );
}
