import { updatePreferences, usePreferences } from '../preferences/preferences.ts';
import { useChartScreen } from '../screen/chart-context.ts';
import classes from './BottomBar.module.css';
import { offeredTimeFrames, type TimeFrame } from './time-frames.ts';
import { usePriceScale } from './use-price-scale.ts';
import { useViewMarks } from './use-view-marks.ts';
import { ZoneMenu } from './ZoneMenu.tsx';

type Props = { onTimeFrame: (frame: TimeFrame) => void };

/** Under the chart: spans on the left; zone and scale on the right. */
export function BottomBar({ onTimeFrame }: Props) {
  const { info, controller } = useChartScreen();
  const { priceScale } = usePreferences();
  const { toggle, mayBeLog } = usePriceScale();
  const { timeFrame, isAutoScaled } = useViewMarks();
  return (
    <div className={classes.bar} data-region="time-frames">
      <span className={classes.label} aria-hidden="true">
        Range
      </span>
      <fieldset className={classes.group} aria-label="Range">
        {offeredTimeFrames(info.supported_resolutions).map((frame) => (
          <button
            key={frame.label}
            type="button"
            className={classes.item}
            aria-label={`${frame.label} (${frame.name})`}
            aria-pressed={frame.label === timeFrame}
            onClick={() => onTimeFrame(frame)}
          >
            {frame.label}
          </button>
        ))}
      </fieldset>
      <span className={classes.spacer} />
      <ZoneMenu />
      <fieldset className={classes.group} aria-label="Price scale">
        {mayBeLog && (
          <button
            type="button"
            className={classes.item}
            aria-label="log (logarithmic scale)"
            aria-pressed={priceScale === 'log'}
            onClick={() => toggle('log')}
          >
            log
          </button>
        )}
        <button
          type="button"
          className={classes.item}
          aria-label="% (percent scale)"
          aria-pressed={priceScale === 'percent'}
          onClick={() => toggle('percent')}
        >
          %
        </button>
        <button
          type="button"
          className={classes.item}
          aria-label="auto (reset view and scale)"
          aria-pressed={priceScale === 'normal' && isAutoScaled}
          onClick={() => {
            updatePreferences({ priceScale: 'normal' });
            controller?.resetView();
          }}
        >
          auto
        </button>
      </fieldset>
    </div>
  );
}
