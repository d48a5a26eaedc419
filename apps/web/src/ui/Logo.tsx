import { BRAND } from '@moneytrail/contract/brand';
import classes from './Logo.module.css';
import { LOGO_MARK } from './logo-mark.ts';

type Props = {
  /** Light on the navy bar, dark on light grounds such as paper. */
  variant: 'light' | 'dark';
  /** Without the words. */
  isMarkOnly?: boolean;
};

export function Logo({ variant, isMarkOnly = false }: Props) {
  return (
    <span className={classes.logo} data-variant={variant}>
      <svg viewBox="0 0 32 32" className={classes.mark} aria-hidden="true">
        <path d={LOGO_MARK.path} />
        <circle {...LOGO_MARK.dot} />
      </svg>
      {!isMarkOnly && <span className={classes.words}>{BRAND.toolbarName}</span>}
    </span>
  );
}
