import type { DemoMessage } from '@moneytrail/contract';
import { formatMoment } from '../../lib/format-time.ts';
import { CopyButton } from './CopyButton.tsx';
import classes from './MailboxPage.module.css';
import { messageParts } from './message-parts.ts';

type Props = { message: DemoMessage };

const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** One message as it was sent; what is meant to be used can be copied, and links can be followed. */
export function MessageView({ message }: Props) {
  return (
    <article className={classes.message} aria-label="Message">
      <h2 className={classes.heading}>{message.subject ?? 'SMS'}</h2>
      <p className={classes.meta}>
        To {message.to} · {formatMoment(message.sentAtMs, ZONE)}
      </p>
      <div className={classes.text}>
        {messageParts(message.text).map(({ kind, text }, index) => {
          // Parts never move within a message, so that their place names them.
          const key = `${index} ${text}`;
          if (kind === 'text') return <span key={key}>{text}</span>;
          return (
            <span key={key} className={classes.copyable}>
              {kind === 'link' ? <a href={text}>{text}</a> : <strong>{text}</strong>}
              <CopyButton text={text} what={kind} />
            </span>
          );
        })}
      </div>
    </article>
  );
}
