import type { ReactNode } from 'react';
import { Prose } from '../prose/Prose.tsx';
import classes from './TopicFrame.module.css';
import { TopicTabs } from './TopicTabs.tsx';
import { TOPICS, type TopicId } from './topics.ts';

type Props = {
  topic: TopicId;
  title: string;
  /** What the page is about, in two sentences. */
  lede: string;
  children: ReactNode;
};

/** An educational page: the tabs of all, and the text of one. */
export function TopicFrame({ topic, title, lede, children }: Props) {
  const next = TOPICS[TOPICS.findIndex(({ id }) => id === topic) + 1];
  return (
    <div className={classes.page}>
      <TopicTabs topic={topic} />
      <article className={classes.content} aria-labelledby="title">
        <h1 id="title" className={classes.title}>
          {title}
        </h1>
        <p className={classes.lede}>{lede}</p>
        <Prose>{children}</Prose>
        {next && (
          <nav className={classes.next} aria-label="Next topic">
            <span className={classes.nextWord}>Next</span>
            <a href={next.path}>{next.tab}</a>
          </nav>
        )}
      </article>
    </div>
  );
}
