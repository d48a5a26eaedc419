import { Button, Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { fillTemplate, isJsonTemplate, PLACEHOLDERS } from '@moneytrail/alerts';
import {
  type AlertDefinition,
  LONGEST_ALERT_MESSAGE,
  LONGEST_ALERT_NAME,
} from '@moneytrail/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { webhooksQuery } from '../../../../api/alerts.ts';
import { pushStateQuery, startPush } from '../../../../api/push.ts';
import { playSound, SOUND_NAMES, SOUNDS } from '../../../../lib/play-sound.ts';
import { ActionButton } from '../../../../ui/ActionButton.tsx';
import classes from './AlertDialog.module.css';

type Props = {
  definition: AlertDefinition;
  problemAt: (path: string) => string | undefined;
  onChange: (change: Partial<AlertDefinition>) => void;
};

const SILENT = '';

/** The channels, sound, name and message of firings. */
export function DeliveryFields({ definition, problemAt, onChange }: Props) {
  const { channels, sound, name } = definition;
  const setChannels = (change: Partial<typeof channels>) =>
    onChange({ channels: { ...channels, ...change } });
  return (
    <>
      <fieldset className={classes.checks} aria-label="Beside this page">
        <Checkbox
          label="E-mail"
          checked={channels.mail}
          onChange={({ currentTarget: { checked } }) => setChannels({ mail: checked })}
        />
        <Checkbox
          label="Push message"
          checked={channels.push}
          onChange={({ currentTarget: { checked } }) => setChannels({ push: checked })}
        />
      </fieldset>
      {channels.push && <PushOfBrowser />}
      <WebhookChoice value={channels.webhook} onChange={(webhook) => setChannels({ webhook })} />
      <div className={classes.pair}>
        <NativeSelect
          label="Sound"
          value={sound ?? SILENT}
          data={[
            { value: SILENT, label: 'None' },
            ...SOUNDS.map((value) => ({ value, label: SOUND_NAMES[value] })),
          ]}
          onChange={({ currentTarget: { value } }) => {
            const chosen = SOUNDS.find((one) => one === value) ?? null;
            if (chosen) playSound(chosen);
            onChange({ sound: chosen });
          }}
        />
        <TextInput
          id="alert-name"
          label="Name (optional)"
          value={name}
          maxLength={LONGEST_ALERT_NAME}
          error={problemAt('name')}
          onChange={({ currentTarget: { value } }) => onChange({ name: value })}
        />
      </div>
      <MessageField
        message={definition.message}
        problem={problemAt('message')}
        onChange={(message) => onChange({ message })}
      />
    </>
  );
}

const PUSH_TEXTS = {
  unsupported: 'This browser shows no push messages here; your other browsers do.',
  denied: 'Push messages are blocked in the settings of this browser.',
} as const;

/** Lets this browser show push messages. */
export function PushOfBrowser() {
  const queryClient = useQueryClient();
  const { data: state } = useQuery(pushStateQuery);
  const { mutate, isPending } = useMutation({
    mutationFn: startPush,
    onSuccess: (now) => queryClient.setQueryData(pushStateQuery.queryKey, now),
  });
  if (state === undefined || state === 'on') return null;
  if (state !== 'off') return <p className={classes.quiet}>{PUSH_TEXTS[state]}</p>;
  return (
    <ActionButton variant="default" size="sm" isBusy={isPending} onClick={() => mutate()}>
      Show push messages on this browser
    </ActionButton>
  );
}

const NO_WEBHOOK = '';

function WebhookChoice({
  value,
  onChange,
}: {
  value: number | null;
  onChange: (webhook: number | null) => void;
}) {
  const { data: webhooks } = useQuery(webhooksQuery);
  if (!webhooks || webhooks.length === 0) {
    return <p className={classes.quiet}>Webhooks can be added in the list of alerts.</p>;
  }
  return (
    <NativeSelect
      label="Webhook"
      value={value === null ? NO_WEBHOOK : String(value)}
      data={[
        { value: NO_WEBHOOK, label: 'None' },
        ...webhooks.map(({ id, name, isEnabled }) => ({
          value: String(id),
          label: isEnabled ? name : `${name} (disabled)`,
        })),
      ]}
      onChange={({ currentTarget }) =>
        onChange(currentTarget.value === NO_WEBHOOK ? null : Number(currentTarget.value))
      }
    />
  );
}

/** Values with what breaks JSON, where it is not escaped. */
const SAMPLE = Object.fromEntries(PLACEHOLDERS.map((name) => [name, 'a "quoted"\ntext']));

function jsonWord(message: string): string | null {
  if (!isJsonTemplate(message)) return null;
  try {
    JSON.parse(fillTemplate(message, SAMPLE));
    return 'Valid JSON; inserted values are escaped.';
  } catch {
    return 'This is not valid JSON.';
  }
}

type MessageProps = {
  message: string;
  problem: string | undefined;
  onChange: (message: string) => void;
};

/** The message with chips that insert placeholders at the caret. */
function MessageField({ message, problem, onChange }: MessageProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const insert = (name: string) => {
    const area = field.current;
    const [from, to] = [area?.selectionStart ?? message.length, area?.selectionEnd ?? 0];
    const text = `{{${name}}}`;
    const changed = `${message.slice(0, from)}${text}${message.slice(Math.max(from, to))}`;
    onChange(changed.slice(0, LONGEST_ALERT_MESSAGE));
    area?.focus();
  };
  return (
    <div className={classes.message}>
      <Textarea
        ref={field}
        id="alert-message"
        label="Message (optional)"
        placeholder="The sentence below"
        autosize
        minRows={2}
        maxRows={6}
        maxLength={LONGEST_ALERT_MESSAGE}
        value={message}
        error={problem}
        description={jsonWord(message)}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        onChange={({ currentTarget: { value } }) => onChange(value)}
      />
      <fieldset className={classes.chips} aria-label="Insert a placeholder">
        {PLACEHOLDERS.map((name) => (
          <Button key={name} size="compact-xs" variant="default" onClick={() => insert(name)}>
            {name}
          </Button>
        ))}
      </fieldset>
    </div>
  );
}
