import { Button, NativeSelect, SegmentedControl } from '@mantine/core';
import { PRICE_SCALES } from '@moneytrail/chart/model';
import { type ReactNode, useId } from 'react';
import { serverClock } from '../../../api/server-clock.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { usePriceScale } from '../bottom-bar/use-price-scale.ts';
import { NOTHING_OPEN, useChartScreen } from '../model/chart-context.ts';
import {
  areSameColours,
  BAR_COLOUR_NAMES,
  BAR_COLOURS,
  type CandleColours,
  COLOUR_BLIND_COLOURS,
  STANDARD_COLOURS,
  ZONE_CHOICES,
  zoneLabel,
} from '../model/chart-look.ts';
import { SCALE_LABELS } from '../model/messages.ts';
import { updatePreferences, usePreferences } from '../preferences/preferences.ts';
import { ColourChoice } from './ColourChoice.tsx';
import { GuideSwitch, PreferenceSwitch } from './PreferenceSwitch.tsx';
import classes from './SettingsSheet.module.css';

const SETS = [
  {
    label: 'Blue and orange',
    title: 'Told apart without red and green',
    set: COLOUR_BLIND_COLOURS,
  },
  { label: 'Reset', title: 'Green and red', set: STANDARD_COLOURS },
] as const;

type Props = {
  title: string;
  /** Stands beside the chart, where there is room for both. */
  isAside?: boolean;
  /** Shown above the settings, as on phones. */
  children?: ReactNode;
};

/** Settings of the chart's look, applied at once. */
export function SettingsSheet({ title, isAside = false, children }: Props) {
  const { openPanel } = useChartScreen();
  return (
    <Dialog title={title} width={420} isAside={isAside} onClose={() => openPanel(NOTHING_OPEN)}>
      <div className={classes.settings}>
        {children}
        <Settings />
      </div>
    </Dialog>
  );
}

function Settings() {
  return (
    <>
      <SettingsGroup title="Scale">
        <ScaleSettings />
      </SettingsGroup>
      <SettingsGroup title="Bars">
        <BarColours />
        <PreferenceSwitch
          name="hasMarks"
          label="Buy and sell marks"
          description="At the bars that gave a signal."
        />
        <PreferenceSwitch
          name="hasVolume"
          label="Volume"
          description="Under the bars, where the market tells how much was traded."
        />
      </SettingsGroup>
      <SettingsGroup title="Lines">
        <GuideSwitch name="hasGrid" label="Grid" />
        <GuideSwitch name="hasLastPriceLine" label="Last price line" />
        <GuideSwitch
          name="hasCountdown"
          label="Countdown"
          description="Time to the close of the bar, below the last price."
        />
        <GuideSwitch
          name="hasTags"
          label="Tags of levels"
          description="Names and values of levels beside the price axis."
        />
        <GuideSwitch
          name="hasSessionBreaks"
          label="Session breaks"
          description="Where a trading day begins, on intervals below a day."
        />
      </SettingsGroup>
      <SettingsGroup title="Keyboard">
        <PreferenceSwitch
          name="hasSingleKeys"
          label="Single-key shortcuts"
          description="Letters open the search, digits choose an interval."
        />
      </SettingsGroup>
    </>
  );
}

function SettingsGroup({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={classes.group}>
      <h3 id={id} className={classes.heading}>
        {title}
      </h3>
      {children}
    </section>
  );
}

function ScaleSettings() {
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
        name="scalesPriceOnly"
        label="Scale price only"
        description="No level widens the scale. Without it, near levels do. Others keep a tag at the edge."
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

function setColours(colours: CandleColours): void {
  updatePreferences({ colours });
}

/** Two different colours for rising and falling bars, used by marks and volume too. */
function BarColours() {
  const { colours } = usePreferences();
  const { up, down } = colours;
  const offered = { choices: BAR_COLOURS, names: BAR_COLOUR_NAMES };
  return (
    <div>
      <div className={classes.label}>Rising</div>
      <ColourChoice
        {...offered}
        label="Colour of rising bars"
        value={up}
        taken={down}
        onChange={(colour) => setColours({ up: colour, down })}
      />
      <div className={classes.label}>Falling</div>
      <ColourChoice
        {...offered}
        label="Colour of falling bars"
        value={down}
        taken={up}
        onChange={(colour) => setColours({ up, down: colour })}
      />
      <div className={classes.sets}>
        {SETS.map(({ label, title, set }) => (
          <Button
            key={label}
            size="xs"
            variant="default"
            title={title}
            disabled={areSameColours(colours, set)}
            onClick={() => setColours(set)}
          >
            {label}
          </Button>
        ))}
      </div>
    </div>
  );
}
