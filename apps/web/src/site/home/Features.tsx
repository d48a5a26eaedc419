import type { ReactNode } from 'react';
import { paths } from '../../paths.ts';
import classes from './Features.module.css';
import section from './Section.module.css';

type Feature = { title: string; text: string; picture: ReactNode };

const FEATURES: readonly Feature[] = [
  {
    title: 'News feed',
    text: 'Headlines of the markets beside the chart, one key away, in the theme you work in.',
    picture: <NewsPicture />,
  },
  {
    title: 'Learning module',
    text: 'What each line measures, how it is computed and when it misleads, on real bars you can change.',
    picture: <LearningPicture />,
  },
  {
    title: 'Market depth and summaries',
    text: 'Price, four levels and their distance in one panel; each level opens the bars that made it. A plan or an administrator adds it: see Plans and prices.',
    picture: <DepthPicture />,
  },
  {
    title: 'Exclusive insights',
    text: 'Tightness, long/short percentage, deployment and liquidity spread, with buy and sell marks; once published, a mark never changes.',
    picture: <MarksPicture />,
  },
];

export function Features() {
  return (
    <section className={section.section} aria-labelledby="features">
      <div className={section.inner}>
        <h2 id="features" className={section.title}>
          Read the market, not the noise
        </h2>
        <ul className={classes.cards}>
          {FEATURES.map(({ title, text, picture }) => (
            <li key={title} className={classes.card}>
              <div className={classes.picture}>{picture}</div>
              <h3 className={classes.name}>{title}</h3>
              <p className={classes.text}>{text}</p>
            </li>
          ))}
        </ul>
        <p className={classes.more}>
          Preview Features <a href={paths.education}>(click here)</a>
        </p>
      </div>
    </section>
  );
}

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

/** Decorative sketches of the features. */
function Picture({ children }: { children: React.ReactNode }) {
  return (
    <svg viewBox="0 0 176 96" className={classes.sketch} aria-hidden="true">
      {children}
    </svg>
  );
}

function NewsPicture() {
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

function LearningPicture() {
  return (
    <Picture>
      <path d="M6 78 34 62 58 70 88 40 116 50 170 18" className={classes.trail} />
      <path d="M6 30H104M104 12H170" className={classes.resistance} />
      <path d="M6 88H70M70 80H170" className={classes.support} />
      <circle cx="88" cy="40" r="5" className={classes.knob} />
    </Picture>
  );
}

function DepthPicture() {
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

function MarksPicture() {
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
