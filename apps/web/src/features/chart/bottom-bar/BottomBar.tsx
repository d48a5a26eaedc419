import { Menu } from '@mantine/core';
import { RESOLUTION_LABELS } from '@moneytrail/calendar';
import { serverClock } from '../../../api/server-clock.ts';
import { formatClock, zoneName } from '../../../lib/format-time.ts';
import { createValueStore } from '../../../lib/value-store.ts';
import { useSelected, useValue } from '../../../stores/use-value.ts';
import { useNow } from '../../../ui/hooks/use-now.ts';
import { IN_MAIN } from '../../../ui/in-main.ts';
import { useKeys } from '../keyboard/use-keys.ts';
import { useChartScreen } from '../model/chart-context.ts';
import { ZONE_CHOICES, zoneLabel } from '../model/chart-look.ts';
import { RadioItems } from '../pointing/RadioItems.tsx';
import { updatePreferences, usePreferences } from '../preferences/preferences.ts';
import classes from './BottomBar.module.css';
import { usePriceScale } from './use-price-scale.ts';
import { offeredTimeFrames, type TimeFrame } from './use-time-frame.ts';

type Props = { onTimeFrame: (frame: TimeFrame) => void };

export function BottomBar({ onTimeFrame }: Props) {
  const keys = useKeys();
  const { openPanel } = useChartScreen();
  return (
    <div className={classes.bar} data-region="time-frames">
      <span className={classes.label} aria-hidden="true">
        Range
      </span>
      <RangeButtons onTimeFrame={onTimeFrame} />
      <button
        type="button"
        className={classes.item}
        title={`Go to date (${keys({ kind: 'open', panel: { kind: 'go-to' } })})`}
        onClick={() => openPanel({ kind: 'go-to' })}
      >
        Go to
      </button>
      <span className={classes.spacer} />
      <ZoneMenu />
      <ScaleButtons />
    </div>
  );
}

type RangeButtonsProps = {
  onTimeFrame: (frame: TimeFrame) => void;
  /** Touch-sized, filling the width. */
  isLarge?: boolean;
};

/** The time ranges and the interval of each; the one used last is marked. */
export function RangeButtons({ onTimeFrame, isLarge }: RangeButtonsProps) {
  const { timeFrame } = useViewMarks();
  return (
    <fieldset className={classes.group} data-large={isLarge || undefined} aria-label="Range">
      {useTimeFrames().map((frame) => {
        const { label, name, resolution, standsFor = [] } = frame;
        const bars = `${RESOLUTION_LABELS[resolution]} bars`;
        return (
          <button
            key={label}
            type="button"
            className={classes.item}
            title={`${name}, ${bars}`}
            aria-label={`${label} (${name}), ${bars}`}
            aria-pressed={timeFrame !== null && [label, ...standsFor].includes(timeFrame)}
            onClick={() => onTimeFrame(frame)}
          >
            {label}
            {isLarge && <small>{RESOLUTION_LABELS[resolution]}</small>}
          </button>
        );
      })}
    </fieldset>
  );
}

/** Marks the scale that is drawn, whatever was chosen. */
export function ScaleButtons() {
  const { info } = useChartScreen();
  const { toggle, reset, whyNoLog, drawn, whyFixed } = usePriceScale();
  const { isAutoScaled } = useViewMarks();
  return (
    <fieldset className={classes.group} aria-label="Price scale" title={whyFixed ?? undefined}>
      {!info.mayBeNegative && (
        <button
          type="button"
          className={classes.item}
          aria-label="log (logarithmic scale)"
          aria-pressed={drawn === 'log'}
          title={whyFixed ?? whyNoLog ?? undefined}
          disabled={whyFixed !== null}
          onClick={() => toggle('log')}
        >
          log
        </button>
      )}
      <button
        type="button"
        className={classes.item}
        aria-label="% (percent scale)"
        aria-pressed={drawn === 'percent'}
        disabled={whyFixed !== null}
        onClick={() => toggle('percent')}
      >
        %
      </button>
      <button
        type="button"
        className={classes.item}
        aria-label="auto (reset view and scale)"
        aria-pressed={drawn === 'normal' && isAutoScaled}
        onClick={reset}
      >
        auto
      </button>
    </fieldset>
  );
}

/** The present time in the chart's zone; a press chooses another zone. */
function ZoneMenu() {
  const { info, zone } = useChartScreen();
  const { zone: choice } = usePreferences();
  const nowMs = useNow(serverClock.now);
  const label = `${formatClock(nowMs, zone)} ${zoneName(zone, nowMs)}`;
  return (
    <Menu position="top-end" portalProps={IN_MAIN} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <button
          type="button"
          className={`${classes.item} ${classes.zone}`}
          aria-label={`Time zone: ${label}`}
        >
          {label}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <RadioItems
          chosen={choice}
          items={ZONE_CHOICES.map((one) => ({
            value: one,
            label: zoneLabel(one, info.timezone, nowMs),
          }))}
          onChoose={(one) => updatePreferences({ zone: one })}
        />
      </Menu.Dropdown>
    </Menu>
  );
}

const NOTHING = createValueStore(null);

/** The time ranges of the instrument, as far as its history is known to reach. */
export function useTimeFrames(): TimeFrame[] {
  const { controller, info } = useChartScreen();
  useValue(controller?.historyBegins ?? NOTHING);
  return offeredTimeFrames(info.supported_resolutions, (resolution) => {
    const beginMs = controller?.historyBegins.of(info.ticker, resolution) ?? null;
    return beginMs === null ? null : serverClock.now() - beginMs;
  });
}

/** The label of the last used time range of this chart, and whether prices are scaled automatically. */
function useViewMarks(): { timeFrame: string | null; isAutoScaled: boolean } {
  const { controller, info, resolution } = useChartScreen();
  const used = useValue(controller?.timeFrame ?? NOTHING);
  const isDragged = useSelected(
    controller?.visible ?? NOTHING,
    (visible) => visible?.isAutoScaled === false,
  );
  const isOfThis = used?.ticker === info.ticker && used.resolution === resolution;
  return { timeFrame: isOfThis ? used.label : null, isAutoScaled: !isDragged };
}
