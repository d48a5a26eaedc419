import { Loader } from '@mantine/core';
import { Logo } from '../../ui/Logo.tsx';
import classes from './StartPage.module.css';

/** Shown until the first page renders. */
export function StartPage() {
  return (
    <div className={classes.page} role="status" aria-label="Moneytrail is starting">
      <Logo variant="dark" />
      <Loader size={24} aria-hidden="true" />
    </div>
  );
}
