import { BRAND } from '@moneytrail/contract/brand';
import { paths } from '../../paths.ts';
import { StartButton } from '../layout/StartButton.tsx';
import { PreviewChart } from '../preview/PreviewChart.tsx';
import classes from './Hero.module.css';

export function Hero() {
  return (
    <section className={classes.hero} aria-labelledby="tagline">
      <div className={classes.inner}>
        <div className={classes.words}>
          <h1 id="tagline" className={classes.tagline}>
            {BRAND.tagline}
          </h1>
          <p className={classes.sentence}>
            Live charts from four sources, with the levels, the positioning and the buy and sell
            marks that show where the money went.
          </p>
          <div className={classes.actions}>
            <StartButton isLarge />
            <a className={classes.link} href={paths.education}>
              Preview Features
            </a>
            <a className={classes.link} href={paths.plans}>
              Plans and prices
            </a>
          </div>
        </div>
        <div className={classes.preview}>
          <PreviewChart resolution="1D" />
        </div>
      </div>
    </section>
  );
}
