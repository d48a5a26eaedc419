import { updatePreferences, usePreferences } from '../preferences/preferences.ts';
import { useChartScreen } from '../screen/chart-context.ts';
import classes from './BottomStrip.module.css';
import { offeredTimeFrames } from './time-frames.ts';
import { usePriceScale } from './use-price-scale.ts';
import { useTimeFrame } from './use-time-frame.ts';
import { ZoneMenu } from './ZoneMenu.tsx';

/** Under the chart: spans on the left; zone and scale on the right. */
export function BottomStrip() {
  const { info, session } = useChartScreen();
  const showFrame = useTimeFrame();
  const { priceScale } = usePreferences();
  const { toggle, mayBeLog } = usePriceScale();
  return (
    <div className={classes.strip} data-region="time-frames">
      <fieldset className={classes.group} aria-label="Time frames">
        {offeredTimeFrames(info.supported_resolutions).map((frame) => (
          <button
            key={frame.label}
            type="button"
            className={classes.item}
            aria-label={frame.name}
            onClick={() => showFrame(frame)}
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
            aria-label="Logarithmic scale"
            aria-pressed={priceScale === 'log'}
            onClick={() => toggle('log')}
          >
            log
          </button>
        )}
        <button
          type="button"
          className={classes.item}
          aria-label="Percent scale"
          aria-pressed={priceScale === 'percent'}
          onClick={() => toggle('percent')}
        >
          %
        </button>
        <button
          type="button"
          className={classes.item}
          aria-label="Reset view and scale"
          onClick={() => {
            updatePreferences({ priceScale: 'normal' });
            session?.engine.resetView();
          }}
        >
          auto
        </button>
      </fieldset>
    </div>
  );
}
