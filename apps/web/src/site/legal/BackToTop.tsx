import classes from './BackToTop.module.css';

/** Leads back to the beginning of a long page; comes into sight after one screen, and never lies over the footer. */
export function BackToTop() {
  return (
    <div className={classes.rail}>
      <a className={classes.link} href="#top" title="Back to top">
        <span className="visually-hidden">Back to top</span>
        <svg className={classes.icon} viewBox="0 0 24 24" aria-hidden="true">
          <path d="M12 19V5M6 11l6-6 6 6" />
        </svg>
      </a>
    </div>
  );
}
