import { Button, SegmentedControl } from '@mantine/core';
import { useClipboard, useDocumentTitle } from '@mantine/hooks';
import { DAY_MS } from '@moneytrail/calendar';
import type { DemoMessage } from '@moneytrail/contract';
import { IconDeviceMobileMessage, IconInfoCircle, IconMail } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { brandedTitle } from '../../lib/brand.ts';
import { deviceZone, formatClock, formatDate, formatMoment } from '../../lib/format-time.ts';
import { paths } from '../../paths.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Logo } from '../../ui/Logo.tsx';
import { MessagePage } from '../../ui/MessagePage.tsx';
import classes from './MailboxPage.module.css';
import { mailboxQuery } from './mailbox-query.ts';
import { messageParts } from './message-parts.ts';

const MAILBOX_TEXTS = {
  banner: 'Demo: no e-mail or SMS is sent.',
  empty: 'Nothing has been sent yet. Register or sign in, and the message appears here.',
  failed: 'Could not load the messages.',
} as const;

/** Every message the demo "sent": the list on the left, the selected one on the right, the newest by default. */
export function MailboxPage() {
  useDocumentTitle(brandedTitle('Demo mailbox'));
  const { data: messages, error } = useQuery(mailboxQuery);
  const [chosenId, setChosenId] = useState<number | null>(null);
  const [form, setForm] = useState<Form>('mail');
  if (error instanceof ApiError && error.status === 404) {
    return <MessagePage title="Page not found" homeHref={paths.home} />;
  }
  const chosen = messages?.find(({ id }) => id === chosenId) ?? messages?.[0];
  return (
    <div className={classes.page}>
      <header className={classes.bar}>
        <a href={paths.home} className={classes.home}>
          <Logo variant="light" />
        </a>
        <h1 className={classes.title}>Demo mailbox</h1>
      </header>
      <Banner kind="info" icon={<IconInfoCircle size={20} stroke={1.75} />}>
        {MAILBOX_TEXTS.banner}
      </Banner>
      <main className={classes.content}>
        {!chosen && (
          <p className={classes.empty}>{error ? MAILBOX_TEXTS.failed : MAILBOX_TEXTS.empty}</p>
        )}
        {messages && chosen && (
          <>
            <MessageList messages={messages} chosenId={chosen.id} onChoose={setChosenId} />
            <MessageView message={chosen} form={form} onForm={setForm} />
          </>
        )}
      </main>
    </div>
  );
}

type Props = {
  messages: readonly DemoMessage[];
  chosenId: number;
  onChoose: (id: number) => void;
};

/** The time within a day, the date from then on. */
function shortTime(sentAtMs: number): string {
  return Date.now() - sentAtMs < DAY_MS
    ? formatClock(sentAtMs, deviceZone())
    : formatDate(sentAtMs);
}

/** Newest first. */
function MessageList({ messages, chosenId, onChoose }: Props) {
  return (
    <nav aria-label="Messages" className={classes.list}>
      {messages.map((message) => {
        const isEmail = message.channel === 'email';
        const Icon = isEmail ? IconMail : IconDeviceMobileMessage;
        return (
          <button
            key={message.id}
            type="button"
            className={classes.item}
            aria-current={message.id === chosenId || undefined}
            onClick={() => onChoose(message.id)}
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

/** The two forms of a mail; messages without HTML have a text alone. */
type Form = 'mail' | 'text';

const FORMS = [
  { value: 'mail', label: 'Mail' },
  { value: 'text', label: 'Text' },
] as const;

type MessageViewProps = { message: DemoMessage; form: Form; onForm: (form: Form) => void };

function MessageView({ message, form, onForm }: MessageViewProps) {
  return (
    <article className={classes.message} aria-label="Message">
      <h2 className={classes.heading}>{message.subject ?? 'SMS'}</h2>
      <p className={classes.meta}>
        To {message.to} · {formatMoment(message.sentAtMs, deviceZone())}
      </p>
      {message.hasHtml && (
        <SegmentedControl
          className={classes.forms ?? ''}
          aria-label="Form"
          data={[...FORMS]}
          value={form}
          onChange={onForm}
        />
      )}
      {message.hasHtml && form === 'mail' ? (
        <iframe
          key={message.id}
          className={classes.mail}
          title={message.subject ?? 'Mail'}
          src={`/api/demo/mail/${message.id}`}
          // Nothing runs in a mail; its links open another tab.
          sandbox="allow-popups allow-popups-to-escape-sandbox"
        />
      ) : (
        <MessageText text={message.text} />
      )}
    </article>
  );
}

/** Codes can be copied and links followed. */
function MessageText({ text: whole }: { text: string }) {
  return (
    <div className={classes.text}>
      {messageParts(whole).map(({ kind, text }, index) => {
        // Parts never move within a message, so the index is stable.
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
  );
}

type CopyButtonProps = { text: string; what: 'code' | 'link' };

function CopyButton({ text, what }: CopyButtonProps) {
  const { copy, copied } = useClipboard();
  return (
    <Button size="compact-sm" variant="default" onClick={() => copy(text)}>
      {copied ? 'Copied' : 'Copy'}
      <span className="visually-hidden"> {what}</span>
    </Button>
  );
}
