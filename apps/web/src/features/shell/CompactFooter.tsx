import { copyrightLine, VERSION } from '../../lib/brand.ts';
import classes from './CompactFooter.module.css';

/** The bottom row of dashboard pages: fixed on wide screens, after the content on phones. */
export function CompactFooter() {
  return (
    <footer className={classes.footer}>
      <span>{copyrightLine(Date.now())}</span>
      <span>Version {VERSION}</span>
    </footer>
  );
}
