import { DAY_MS } from '@moneytrail/calendar';
import type { DemoMessage } from '@moneytrail/contract';
import { IconDeviceMobileMessage, IconMail } from '@tabler/icons-react';
import { formatClock, formatDate } from '../../lib/format-time.ts';
import classes from './MailboxPage.module.css';

type Props = {
  messages: readonly DemoMessage[];
  chosenKey: string;
  keyOf: (message: DemoMessage) => string;
  onChoose: (key: string) => void;
};

const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The clock of what was sent within a day, the date of what is older. */
function shortTime(sentAtMs: number): string {
  return Date.now() - sentAtMs < DAY_MS ? formatClock(sentAtMs, ZONE) : formatDate(sentAtMs);
}

/** The messages, the newest first: how, to whom, about what, when. */
export function MessageList({ messages, chosenKey, keyOf, onChoose }: Props) {
  return (
    <nav aria-label="Messages" className={classes.list}>
      {messages.map((message) => {
        const key = keyOf(message);
        const isEmail = message.channel === 'email';
        const Icon = isEmail ? IconMail : IconDeviceMobileMessage;
        return (
          <button
            key={key}
            type="button"
            className={classes.item}
            aria-current={key === chosenKey || undefined}
            onClick={() => onChoose(key)}
          >
            <Icon size={20} stroke={1.75} aria-label={isEmail ? 'E-mail' : 'SMS'} />
            <span className={classes.summary}>
              <span className={classes.to}>{message.to}</span>
              <span className={classes.subject}>{message.subject ?? message.text}</span>
            </span>
            <span className={classes.time}>{shortTime(message.sentAtMs)}</span>
          </button>
        );
      })}
    </nav>
  );
}
