import type { ReactNode } from 'react';
import { paths } from '../../paths.ts';
import { DepthPicture, LearningPicture, MarksPicture, NewsPicture } from './FeaturePictures.tsx';
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
    text: 'Price, four levels and their distance in one panel; each level opens the bars that made it.',
    picture: <DepthPicture />,
  },
  {
    title: 'Exclusive insights',
    text: 'Tightness, long/short percentage, deployment and liquidity spread, with buy and sell marks; once published, a mark never changes.',
    picture: <MarksPicture />,
  },
];

/** What there is behind the sign-in. */
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
