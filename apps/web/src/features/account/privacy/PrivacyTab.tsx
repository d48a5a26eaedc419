import { Accordion } from '@mantine/core';
import type { Account } from '@moneytrail/contract';
import { ACCOUNT_TEXTS } from '../texts.ts';
import { ContactPanel } from './ContactPanel.tsx';
import { PasswordPanel } from './PasswordPanel.tsx';
import { SessionsPanel } from './SessionsPanel.tsx';

type Props = { user: Account };

const PANELS = [
  { value: 'contact', title: ACCOUNT_TEXTS.contact.title, Panel: ContactPanel },
  { value: 'password', title: ACCOUNT_TEXTS.password.title, Panel: PasswordPanel },
  { value: 'sessions', title: ACCOUNT_TEXTS.sessions.title, Panel: SessionsPanel },
] as const;

export function PrivacyTab({ user }: Props) {
  return (
    <Accordion
      defaultValue="contact"
      variant="separated"
      radius="md"
      keepMounted={false}
      chevronSize={16}
      order={3}
    >
      {PANELS.map(({ value, title, Panel }) => (
        <Accordion.Item key={value} value={value}>
          <Accordion.Control>{title}</Accordion.Control>
          <Accordion.Panel>
            <Panel user={user} />
          </Accordion.Panel>
        </Accordion.Item>
      ))}
    </Accordion>
  );
}
