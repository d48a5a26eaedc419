import classes from './WatchlistPanel.module.css';

type Props = { closes: readonly number[]; isUp: boolean };

const WIDTH = 48;
const HEIGHT = 20;

/** The session's closes as a line; the figures beside it say the same, so that readers skip it. */
export function Sparkline({ closes, isUp }: Props) {
  if (closes.length < 2) return null;
  const [low, high] = [Math.min(...closes), Math.max(...closes)];
  const range = high - low || 1;
  const points = closes.map((close, index) => {
    const x = (index / (closes.length - 1)) * WIDTH;
    const y = 1 + (1 - (close - low) / range) * (HEIGHT - 2);
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  });
  return (
    <svg
      className={classes.sparkline}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      data-up={isUp || undefined}
      aria-hidden="true"
    >
      <polyline points={points.join(' ')} />
    </svg>
  );
}
