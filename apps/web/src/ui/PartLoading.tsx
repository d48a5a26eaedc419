import { Loader } from '@mantine/core';
import classes from './PartLoading.module.css';

/** Placeholder of a part that takes noticeably long to load. */
export function PartLoading() {
  return (
    <div className={classes.card} role="status">
      <Loader size={16} aria-hidden="true" />
      Opening…
    </div>
  );
}
