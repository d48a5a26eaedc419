import { useChartScreen } from '../model/chart-context.ts';
import classes from './BottomBar.module.css';
import { offeredTimeFrames, type TimeFrame } from './time-frames.ts';
import { useViewMarks } from './use-view-marks.ts';

type Props = {
  onTimeFrame: (frame: TimeFrame) => void;
  /** As large as a finger, and as wide as there is room. */
  isLarge?: boolean;
};

/** The spans of time that a chart shows at a press; the one that was used last is marked. */
export function RangeButtons({ onTimeFrame, isLarge }: Props) {
  const { info } = useChartScreen();
  const { timeFrame } = useViewMarks();
  return (
    <fieldset className={classes.group} data-large={isLarge || undefined} aria-label="Range">
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
  );
}
