import type { ReactNode } from 'react';
import classes from './PersonHead.module.css';

type Props = {
  name: string;
  initials: string;
  username: string;
  /** The account type. */
  kind: string;
  headingLevel?: 2 | 3;
  /** Chips beside the name. */
  children?: ReactNode;
};

export function PersonHead(props: Props) {
  const { name, initials, username, kind, headingLevel = 3, children } = props;
  const Heading = `h${headingLevel}` as const;
  return (
    <div className={classes.head}>
      <span className={classes.avatar} aria-hidden="true">
        {initials}
      </span>
      <div className={classes.who}>
        <Heading className={classes.name}>
          {name}
          {children}
        </Heading>
        <span className={classes.dim}>{username}</span>
        <span>{kind}</span>
      </div>
    </div>
  );
}
