import type { ReactNode } from 'react';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { TopicFrame } from '../TopicFrame.tsx';
import classes from './SummaryTopic.module.css';
import { TIPS } from './tips.ts';

type Props = { preview: ReactNode };

/** Tips, a live chart to try them on, and the way to more symbols. */
export function SummaryTopic({ preview }: Props) {
  return (
    <TopicFrame
      topic="summary"
      title="How to read the charts"
      lede="Eight tips for a first look, and a live chart to try them on. The other tabs explain each indicator: what it measures, how it is computed, and when it misleads."
    >
      <ol className={classes.tips}>
        {TIPS.map(({ title, text }) => (
          <li key={title}>
            <strong>{title}</strong> {text}
          </li>
        ))}
      </ol>
      <h2>Try it</h2>
      <div className={classes.preview}>{preview}</div>
      <section className={classes.prompt} aria-labelledby="more-symbols">
        <h3 id="more-symbols" className={classes.promptTitle}>
          Register or sign in for more symbols
        </h3>
        <p className={classes.promptText}>
          The preview shows BTCUSD. Stocks, indices, commodities, forex and Safex Agri need an
          account.
        </p>
        <div className={classes.buttons}>
          <ButtonLink href="/register" kind="navy">
            Register
          </ButtonLink>
          <ButtonLink href="/login" kind="plain">
            Sign in
          </ButtonLink>
        </div>
      </section>
    </TopicFrame>
  );
}
