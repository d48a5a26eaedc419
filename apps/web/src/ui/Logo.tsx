import { BRAND } from '@moneytrail/contract/brand';
import classes from './Logo.module.css';

type Props = {
  /** Light on the navy bar, dark on light grounds such as paper. */
  variant: 'light' | 'dark';
  /** Without the words. */
  isMarkOnly?: boolean;
};

/** The mark: a rising trail and its destination. */
export function Logo({ variant, isMarkOnly = false }: Props) {
  return (
    <span className={classes.logo} data-variant={variant}>
      <svg viewBox="0 0 32 32" className={classes.mark} aria-hidden="true">
        <path d="M3.5 24.5 10.5 13l5.5 7.5 5.2-9.2" />
        <circle cx="25.4" cy="6.6" r="3.6" />
      </svg>
      {!isMarkOnly && <span className={classes.words}>{BRAND.toolbarName}</span>}
    </span>
  );
}
