import classes from './FigureSkeleton.module.css';

const TOPS = [62, 58, 60, 52, 48, 50, 44, 46, 40, 42, 47, 38, 34, 36, 30, 33, 27, 24, 28, 20];

/** Stands where the figure will be drawn, with its dimensions. */
export function FigureSkeleton() {
  return (
    <svg
      className={classes.skeleton}
      viewBox="0 0 200 100"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {TOPS.map((top, index) => (
        <rect key={`${top}`} x={4 + index * 9.6} y={top} width="4" height="16" rx="1" />
      ))}
    </svg>
  );
}
