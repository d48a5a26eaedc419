import classes from './PreviewChart.module.css';

const HEIGHTS = [38, 44, 40, 52, 60, 55, 48, 57, 66, 62, 70, 78, 72, 64, 69, 75, 82, 77, 86, 80];

const BARS = HEIGHTS.map((height, index) => ({ x: 4 + index * 9.6, y: 96 - height }));

/** Stands where the chart will be, with its dimensions. */
export function PreviewSkeleton() {
  return (
    <svg
      className={classes.skeleton}
      viewBox="0 0 200 100"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {BARS.map(({ x, y }) => (
        <rect key={x} x={x} y={y} width="5" height="14" rx="1" />
      ))}
    </svg>
  );
}
