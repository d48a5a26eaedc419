import classes from './BottomBar.module.css';
import { RangeButtons } from './RangeButtons.tsx';
import { ScaleButtons } from './ScaleButtons.tsx';
import type { TimeFrame } from './time-frames.ts';
import { ZoneMenu } from './ZoneMenu.tsx';

type Props = { onTimeFrame: (frame: TimeFrame) => void };

/** Under the chart: spans on the left; zone and scale on the right. */
export function BottomBar({ onTimeFrame }: Props) {
  return (
    <div className={classes.bar} data-region="time-frames">
      <span className={classes.label} aria-hidden="true">
        Range
      </span>
      <RangeButtons onTimeFrame={onTimeFrame} />
      <span className={classes.spacer} />
      <ZoneMenu />
      <ScaleButtons />
    </div>
  );
}
