import { useDocumentTitle } from '@mantine/hooks';
import { IconInfoCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { brandedTitle } from '../../lib/brand.ts';
import { paths } from '../../paths.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Logo } from '../../ui/Logo.tsx';
import { MessagePage } from '../../ui/MessagePage.tsx';
import classes from './MailboxPage.module.css';
import { MessageList } from './MessageList.tsx';
import { MessageView } from './MessageView.tsx';
import { mailboxQuery } from './mailbox-query.ts';
import { MAILBOX_TEXTS } from './texts.ts';

/** Every message of the demo: the list left, the chosen one right; the newest until one is chosen. */
export function MailboxPage() {
  useDocumentTitle(brandedTitle('Demo mailbox'));
  const { data: messages, error } = useQuery(mailboxQuery);
  const [chosenKey, setChosenKey] = useState<string | null>(null);
  if (error instanceof ApiError && error.status === 404) {
    return <MessagePage title="Page not found" homeHref={paths.home} />;
  }
  const chosen = messages?.find((message) => keyOf(message) === chosenKey) ?? messages?.[0];
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
            <MessageList
              messages={messages}
              chosenKey={keyOf(chosen)}
              keyOf={keyOf}
              onChoose={setChosenKey}
            />
            <MessageView message={chosen} />
          </>
        )}
      </main>
    </div>
  );
}

/** A message has no name of its own: its moment and receiver tell it from others. */
function keyOf({ sentAtMs, to, channel }: { sentAtMs: number; to: string; channel: string }) {
  return `${sentAtMs} ${channel} ${to}`;
}
