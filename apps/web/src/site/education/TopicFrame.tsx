import { type ReactNode, useEffect, useRef } from 'react';
import { TOPICS, type TopicId } from '../../lib/topics.ts';
import { Prose } from '../prose/Prose.tsx';
import classes from './TopicFrame.module.css';

type Props = {
  topic: TopicId;
  title: string;
  /** Summary in two sentences. */
  lede: string;
  children: ReactNode;
};

/** The layout of an educational page. */
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

/** Scrolls the row sideways to its active tab without scrolling the page. */
function useActiveTabInSight() {
  const row = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const list = row.current;
    const active = list?.querySelector('[aria-current]');
    if (!list || !active) return;
    const { left, width } = active.getBoundingClientRect();
    const place = left - list.getBoundingClientRect().left + list.scrollLeft;
    list.scrollLeft = place - (list.clientWidth - width) / 2;
  }, []);
  return row;
}

type TopicTabsProps = { topic: TopicId };

function TopicTabs({ topic }: TopicTabsProps) {
  const row = useActiveTabInSight();
  return (
    <nav className={classes.band} aria-label="Educational topics">
      <ul ref={row} className={classes.row}>
        {TOPICS.map(({ id, tab, path }) => (
          <li key={id} className={classes.item}>
            <a className={classes.tab} href={path} aria-current={id === topic ? 'page' : undefined}>
              {tab}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
