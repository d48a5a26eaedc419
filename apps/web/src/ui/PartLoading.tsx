import { Loader } from '@mantine/core';
import classes from './PartLoading.module.css';

/** What stands in the place of a part whose code is still on its way, where that takes long enough to be noticed. */
export function PartLoading() {
  return (
    <div className={classes.card} role="status">
      <Loader size={16} aria-hidden="true" />
      Opening…
    </div>
  );
}
