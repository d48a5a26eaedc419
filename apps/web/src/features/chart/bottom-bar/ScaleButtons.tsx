import { useChartScreen } from '../model/chart-context.ts';
import { updatePreferences } from '../preferences/preferences.ts';
import classes from './BottomBar.module.css';
import { usePriceScale } from './use-price-scale.ts';
import { useViewMarks } from './use-view-marks.ts';

/** The scale of prices; the one that is drawn is marked. */
export function ScaleButtons() {
  const { controller, info } = useChartScreen();
  const { toggle, whyNoLog, drawn, whyFixed } = usePriceScale();
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
        onClick={() => {
          if (whyFixed === null) updatePreferences({ priceScale: 'normal' });
          controller?.resetView();
        }}
      >
        auto
      </button>
    </fieldset>
  );
}
