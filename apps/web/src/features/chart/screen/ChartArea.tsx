import { ChartNotices } from '../notices/ChartNotices.tsx';
import classes from './ChartArea.module.css';
import { useChartScreen } from './chart-context.ts';

type Props = { place: (element: HTMLElement | null) => void };

/** The canvas, and what the page lays over it. */
export function ChartArea({ place }: Props) {
  const { info, resolution, session } = useChartScreen();
  return (
    <div className={classes.area}>
      <div
        ref={place}
        id="chart"
        className={classes.canvas}
        role="application"
        aria-label={`${info.name} ${resolution} chart, ${info.exchange}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: an application takes keys: arrows read the bars.
        tabIndex={0}
        data-region="chart"
      />
      {session && <ChartNotices session={session} />}
    </div>
  );
}
