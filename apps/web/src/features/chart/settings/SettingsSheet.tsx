import { NativeSelect, SegmentedControl, Switch } from '@mantine/core';
import type { PriceScale } from '@moneytrail/chart';
import { serverClock } from '../../../api/server-clock.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { usePriceScale } from '../bottom-bar/use-price-scale.ts';
import { ZONE_CHOICES, zoneLabel } from '../controller/chart-zone.ts';
import { PRICE_SCALES, updatePreferences, usePreferences } from '../preferences/preferences.ts';
import { NOTHING_OPEN, useChartScreen } from '../screen/chart-context.ts';
import classes from './SettingsSheet.module.css';

const SCALE_LABELS: Readonly<Record<PriceScale, string>> = {
  normal: 'Linear',
  log: 'Logarithmic',
  percent: 'Percent',
};

type Props = {
  title: string;
  /** What stands above the settings, as on phones. */
  children?: React.ReactNode;
};

/** Scale, zone and colours of the chart. */
export function SettingsSheet({ title, children }: Props) {
  const { openPanel } = useChartScreen();
  return (
    <Dialog title={title} width={420} onClose={() => openPanel(NOTHING_OPEN)}>
      <div className={classes.settings}>
        {children}
        <Settings />
      </div>
    </Dialog>
  );
}

function Settings() {
  const { info } = useChartScreen();
  const { priceScale, zone, isPriceOnly, hasMarks, hasVolume, colours, hasSingleKeys } =
    usePreferences();
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
          value={priceScale}
          onChange={(value) => scale.set(PRICE_SCALES.find((one) => one === value) ?? 'normal')}
          data={PRICE_SCALES.map((value) => ({
            value,
            label: SCALE_LABELS[value],
            disabled: value === 'log' && !scale.mayBeLog,
          }))}
        />
      </div>
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
      <Switch
        label="Scale price only"
        description="Levels far from the bars do not squeeze them; their tags stay at the edge."
        checked={isPriceOnly}
        onChange={({ currentTarget: { checked } }) => updatePreferences({ isPriceOnly: checked })}
      />
      <Switch
        label="Buy and sell marks"
        description="At the bars that gave a signal."
        checked={hasMarks}
        onChange={({ currentTarget: { checked } }) => updatePreferences({ hasMarks: checked })}
      />
      <Switch
        label="Volume"
        description="Under the bars, where the market tells how much was traded."
        checked={hasVolume}
        onChange={({ currentTarget: { checked } }) => updatePreferences({ hasVolume: checked })}
      />
      <Switch
        label="Blue and orange bars"
        description="Rising and falling are told apart without red and green."
        checked={colours === 'colourBlind'}
        onChange={({ currentTarget: { checked } }) =>
          updatePreferences({ colours: checked ? 'colourBlind' : 'standard' })
        }
      />
      <Switch
        label="Single-key shortcuts"
        description="Letters open the search, digits choose an interval."
        checked={hasSingleKeys}
        onChange={({ currentTarget: { checked } }) => updatePreferences({ hasSingleKeys: checked })}
      />
    </>
  );
}
