import { useChartScreen } from '../model/chart-context.ts';
import { RESOLUTION_NAMES } from '../model/resolution-labels.ts';
import { typedInterval } from './chart-keys.ts';
import classes from './IntervalEntry.module.css';

type Props = { typed: string };

/** Shows the interval being typed and its meaning. */
export function IntervalEntry({ typed }: Props) {
  const { info } = useChartScreen();
  const resolution = typedInterval(typed);
  const isOffered = resolution !== null && info.supported_resolutions.includes(resolution);
  return (
    <div className={classes.entry} role="status">
      <strong className={classes.typed}>{typed}</strong>
      <span>{isOffered ? RESOLUTION_NAMES[resolution] : `Not available for ${info.name}`}</span>
      {isOffered && <kbd className={classes.key}>Enter</kbd>}
    </div>
  );
}
