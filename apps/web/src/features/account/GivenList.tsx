import type { Given } from '@moneytrail/contract';
import classes from './GivenList.module.css';

/** The rights of a plan or an account, line by line. */
export function GivenList({ given }: { given: readonly Given[] }) {
  return (
    <dl className={classes.given}>
      {given.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
