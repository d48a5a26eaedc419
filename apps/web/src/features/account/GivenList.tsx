import type { Given } from '@moneytrail/contract';
import { FactList } from './FactList.tsx';
import classes from './GivenList.module.css';

/** The rights of a plan or an account, line by line. */
export function GivenList({ given }: { given: readonly Given[] }) {
  return (
    <FactList className={classes.given} facts={given.map(({ name, value }) => [name, value])} />
  );
}
