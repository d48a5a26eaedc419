import { updatePreferences } from '../preferences/preferences.ts';
import { useChartScreen } from '../screen/chart-context.ts';
import classes from './BottomBar.module.css';
import { RangeButtons } from './RangeButtons.tsx';
import type { TimeFrame } from './time-frames.ts';
import { usePriceScale } from './use-price-scale.ts';
import { useViewMarks } from './use-view-marks.ts';
import { ZoneMenu } from './ZoneMenu.tsx';

type Props = { onTimeFrame: (frame: TimeFrame) => void };

/** Under the chart: spans on the left; zone and scale on the right. */
export function BottomBar({ onTimeFrame }: Props) {
  const { controller } = useChartScreen();
  const { toggle, mayBeLog, drawn, whyFixed } = usePriceScale();
  const { isAutoScaled } = useViewMarks();
  return (
    <div className={classes.bar} data-region="time-frames">
      <span className={classes.label} aria-hidden="true">
        Range
      </span>
      <RangeButtons onTimeFrame={onTimeFrame} />
      <span className={classes.spacer} />
      <ZoneMenu />
      <fieldset className={classes.group} aria-label="Price scale" title={whyFixed ?? undefined}>
        {mayBeLog && (
          <button
            type="button"
            className={classes.item}
            aria-label="log (logarithmic scale)"
            aria-pressed={drawn === 'log'}
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
          onClick={() => {
            if (whyFixed === null) updatePreferences({ priceScale: 'normal' });
            controller?.resetView();
          }}
        >
          auto
        </button>
      </fieldset>
    </div>
  );
}
