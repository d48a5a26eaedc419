import section from './Section.module.css';
import classes from './SignalRecord.module.css';

/** The server replaces it by what followed all published signals; by nothing if the operator does not show that. */
const PLACEHOLDER = '__SIGNAL_RECORD__';
const RECORD_ID = 'signal-record';

/** In the browser: what the server has filled in, which hydration keeps. */
function record(): string {
  return typeof document === 'undefined'
    ? PLACEHOLDER
    : (document.getElementById(RECORD_ID)?.innerHTML ?? '');
}

/** The record of all published signals, losses like gains, readable without script. */
export function SignalRecord() {
  return (
    <div className={classes.frame}>
      <div
        id={RECORD_ID}
        className={`${section.inner} ${classes.record}`}
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the server escapes what it fills in
        dangerouslySetInnerHTML={{ __html: record() }}
      />
    </div>
  );
}
