import { BRAND } from '@moneytrail/contract/brand';
import { paths } from '../../paths.ts';
import { BySession } from '../layout/BySession.tsx';
import { PreviewChart } from '../preview/PreviewChart.tsx';
import { ButtonLink } from '../ui/ButtonLink.tsx';
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
            <ButtonLink href={paths.login} kind="act" isLarge>
              <BySession signedOut="Get Started" signedIn="Go To Dashboard" />
            </ButtonLink>
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
