import classes from './FeaturePictures.module.css';

const CANDLES = [
  [14, 62, 22],
  [30, 54, 26],
  [46, 58, 18],
  [62, 44, 24],
  [78, 36, 22],
  [94, 42, 20],
  [110, 30, 26],
  [126, 22, 20],
  [142, 28, 22],
  [158, 16, 24],
] as const;

/** Small drawings of what the features look like; they say nothing that the text does not. */
function Picture({ children }: { children: React.ReactNode }) {
  return (
    <svg viewBox="0 0 176 96" className={classes.picture} aria-hidden="true">
      {children}
    </svg>
  );
}

export function NewsPicture() {
  return (
    <Picture>
      {[8, 38, 68].map((top, index) => (
        <g key={top}>
          <circle
            cx="12"
            cy={top + 8}
            r="3.5"
            className={index === 0 ? classes.orange : classes.faint}
          />
          <rect
            x="26"
            y={top}
            width={[132, 112, 124][index]}
            height="7"
            rx="3.5"
            className={classes.strong}
          />
          <rect
            x="26"
            y={top + 13}
            width={[84, 96, 64][index]}
            height="5"
            rx="2.5"
            className={classes.faint}
          />
        </g>
      ))}
    </Picture>
  );
}

export function LearningPicture() {
  return (
    <Picture>
      <path d="M6 78 34 62 58 70 88 40 116 50 170 18" className={classes.trail} />
      <path d="M6 30H104M104 12H170" className={classes.resistance} />
      <path d="M6 88H70M70 80H170" className={classes.support} />
      <circle cx="88" cy="40" r="5" className={classes.knob} />
    </Picture>
  );
}

export function DepthPicture() {
  return (
    <Picture>
      {[10, 30, 50, 70].map((top, index) => (
        <g key={top}>
          <path
            d={`M8 ${top + 6}H28`}
            className={
              [classes.longResistance, classes.resistance, classes.support, classes.longSupport][
                index
              ]
            }
          />
          <rect
            x="38"
            y={top + 2}
            width={[46, 40, 44, 38][index]}
            height="8"
            rx="4"
            className={classes.faint}
          />
          <rect x="124" y={top + 2} width="44" height="8" rx="4" className={classes.strong} />
        </g>
      ))}
    </Picture>
  );
}

export function MarksPicture() {
  return (
    <Picture>
      {CANDLES.map(([x, top, height], index) => (
        <g key={x} className={index % 3 === 2 ? classes.down : classes.up}>
          <rect x={x + 2.5} y={top - 6} width="1.5" height={height + 12} />
          <rect x={x - 1} y={top} width="8" height={height} rx="1" />
        </g>
      ))}
      <path d="m33.5 86 5 8h-10z" className={classes.up} />
      <path d="m129.5 11 5-8h-10z" className={classes.down} />
    </Picture>
  );
}
