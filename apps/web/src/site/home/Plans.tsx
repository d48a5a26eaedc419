import { BRAND } from '@moneytrail/contract/brand';
import { paths } from '../../paths.ts';
import classes from './Plans.module.css';
import section from './Section.module.css';

/** The server replaces it by the cards of the plans on offer. */
const PLACEHOLDER = '__PLAN_CARDS__';
const CARDS_ID = 'plan-cards';

/** In the browser: what the server has filled in, which hydration keeps. */
function cards(): string {
  return typeof document === 'undefined'
    ? PLACEHOLDER
    : (document.getElementById(CARDS_ID)?.innerHTML ?? '');
}

/** Prices and what they buy, readable without script. */
export function Plans() {
  return (
    <section
      id="plans"
      tabIndex={-1}
      className={`${section.section} ${classes.section}`}
      aria-labelledby="plans-title"
    >
      <div className={section.inner}>
        <h2 id="plans-title" className={section.title}>
          Plans and prices
        </h2>
        <p className={classes.text}>
          A person approves every account before its first sign-in, {BRAND.approvalTime}. You choose
          a plan after that, in your account, and nothing is charged before you have seen the amount
          and the day.
        </p>
        <div
          id={CARDS_ID}
          className={classes.cards}
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: the server escapes what it fills in
          dangerouslySetInnerHTML={{ __html: cards() }}
        />
        <p className={classes.text}>
          A plan renews until you cancel it, which you can do in your account at any time; you keep
          the days that are paid or free. Teams, brokers and funds share a commercial account by
          agreement: <a href={paths.contact}>ask us</a>.
        </p>
      </div>
    </section>
  );
}
