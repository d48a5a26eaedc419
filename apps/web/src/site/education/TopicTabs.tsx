import { useEffect, useRef } from 'react';
import classes from './TopicTabs.module.css';
import { TOPICS, type TopicId } from './topics.ts';

/** Scrolls a row sideways so that its active tab is in sight; the page stays where it is. */
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

type Props = { topic: TopicId };

/** The educational pages as tabs, each a page of its own. */
export function TopicTabs({ topic }: Props) {
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
