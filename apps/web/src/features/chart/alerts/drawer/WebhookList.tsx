import { Button, Switch, TextInput } from '@mantine/core';
import {
  type AlertWebhook,
  createWebhook,
  deleteWebhook,
  enableWebhook,
  listWebhookAttempts,
  MOST_WEBHOOKS,
  rotateWebhook,
  testWebhook,
  type WebhookAttempt,
} from '@moneytrail/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { webhooksQuery } from '../../../../api/alerts.ts';
import { endPush, pushStateQuery } from '../../../../api/push.ts';
import { readAnew } from '../../../../api/read-anew.ts';
import { serverClock } from '../../../../api/server-clock.ts';
import { authorizedRequest } from '../../../../api/session/session.ts';
import { deviceZone, formatMoment, formatSince } from '../../../../lib/format-time.ts';
import { ActionButton } from '../../../../ui/ActionButton.tsx';
import { ConfirmDialog } from '../../../../ui/ConfirmDialog.tsx';
import { FormAlert } from '../../../../ui/form/FormAlert.tsx';
import { LoadFailed } from '../../../../ui/form/LoadFailed.tsx';
import { SecretDialog } from '../../../../ui/SecretDialog.tsx';
import { PushOfBrowser } from '../dialog/DeliveryFields.tsx';
import classes from './AlertsDrawer.module.css';

/** The webhooks of the account, and push messages on this browser. */
export function WebhookList() {
  const { data: webhooks, error, isFetching, refetch } = useQuery(webhooksQuery);
  const [secret, setSecret] = useState<{ name: string; secret: string } | null>(null);
  if (error && !webhooks) {
    return (
      <LoadFailed isBusy={isFetching} onRetry={() => void refetch()}>
        {error.message}
      </LoadFailed>
    );
  }
  if (!webhooks) return null;
  return (
    <div className={classes.sections}>
      {secret && (
        <SecretDialog
          title="Copy the secret now"
          about="It is shown this once. Store it where your receiver reads it."
          label={`Secret of ${secret.name}`}
          secret={secret.secret}
          done="I have stored it"
          onClose={() => setSecret(null)}
        />
      )}
      {webhooks.length === 0 && (
        <p className={classes.quiet}>
          A webhook is an address of yours that is called when an alert fires. Messages are signed
          by the Standard Webhooks specification.
        </p>
      )}
      <ul className={classes.list}>
        {webhooks.map((webhook) => (
          <WebhookRow key={webhook.id} webhook={webhook} onSecret={setSecret} />
        ))}
      </ul>
      {webhooks.length < MOST_WEBHOOKS ? (
        <AddWebhook onSecret={setSecret} />
      ) : (
        <p className={classes.quiet}>An account may have {MOST_WEBHOOKS} webhooks.</p>
      )}
      <section className={classes.sections} aria-label="Push messages">
        <h3 className={classes.name}>Push messages</h3>
        <PushSwitch />
      </section>
    </div>
  );
}

function PushSwitch() {
  const queryClient = useQueryClient();
  const { data: state } = useQuery(pushStateQuery);
  const { mutate, isPending } = useMutation({
    mutationFn: endPush,
    onSuccess: (now) => queryClient.setQueryData(pushStateQuery.queryKey, now),
  });
  if (state !== 'on') return <PushOfBrowser />;
  return (
    <>
      <p className={classes.quiet}>This browser shows push messages of your alerts.</p>
      <ActionButton variant="default" size="sm" isBusy={isPending} onClick={() => mutate()}>
        Stop push messages on this browser
      </ActionButton>
    </>
  );
}

type OnSecret = (told: { name: string; secret: string }) => void;

function useReadAgain(): () => void {
  const queryClient = useQueryClient();
  return () => void readAnew(queryClient, { queryKey: webhooksQuery.queryKey });
}

function AddWebhook({ onSecret }: { onSecret: OnSecret }) {
  const [name, setName] = useState('');
  const [url, setUrl] = useState('');
  const readAgain = useReadAgain();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => authorizedRequest(createWebhook, { body: { name: name.trim(), url } }),
    meta: { failure: 'in-place' },
    onSuccess: ({ webhook, secret }) => {
      readAgain();
      setName('');
      setUrl('');
      onSecret({ name: webhook.name, secret });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isPending) mutate();
  };
  return (
    <form className={classes.sections} noValidate onSubmit={submit} aria-label="New webhook">
      <TextInput
        label="Name"
        value={name}
        maxLength={60}
        onChange={({ currentTarget: { value } }) => setName(value)}
      />
      <TextInput
        label="Address"
        type="url"
        placeholder="https://"
        value={url}
        onChange={({ currentTarget: { value } }) => setUrl(value)}
      />
      <FormAlert>{error?.message}</FormAlert>
      <ActionButton
        type="submit"
        size="sm"
        isBusy={isPending}
        disabled={name.trim() === '' || url === ''}
      >
        Add webhook
      </ActionButton>
    </form>
  );
}

function WebhookRow({ webhook, onSecret }: { webhook: AlertWebhook; onSecret: OnSecret }) {
  const { id, name, url, isEnabled, disabledFor, oldSecretEndsMs } = webhook;
  const params = { id };
  const readAgain = useReadAgain();
  const [asked, setAsked] = useState<'delete' | 'rotate' | null>(null);
  const [areAttemptsShown, setAttemptsShown] = useState(false);
  const enable = useMutation({
    mutationFn: (isOn: boolean) =>
      authorizedRequest(enableWebhook, { params, body: { isEnabled: isOn } }),
    onSuccess: readAgain,
  });
  const rotate = useMutation({
    mutationFn: () => authorizedRequest(rotateWebhook, { params }),
    onSuccess: ({ secret }) => {
      readAgain();
      setAsked(null);
      onSecret({ name, secret });
    },
  });
  const remove = useMutation({
    mutationFn: () => authorizedRequest(deleteWebhook, { params }),
    onSuccess: () => {
      readAgain();
      setAsked(null);
    },
  });
  const test = useMutation({
    mutationFn: () => authorizedRequest(testWebhook, { params }, { timeoutMs: 20_000 }),
    onSuccess: readAgain,
  });
  return (
    <li className={classes.webhook}>
      <span className={classes.name}>{name}</span>
      <span className={classes.text}>{url}</span>
      {disabledFor === 'failing' && (
        <span className={classes.failed}>Disabled: it failed for a day.</span>
      )}
      {oldSecretEndsMs !== null && (
        <span className={classes.about}>
          The former secret signs too until {formatMoment(oldSecretEndsMs, deviceZone())}.
        </span>
      )}
      {test.data && <AttemptText attempt={test.data} />}
      <Switch
        label={`Call ${name}`}
        checked={isEnabled}
        disabled={enable.isPending}
        onChange={({ currentTarget: { checked } }) => enable.mutate(checked)}
      />
      <div className={classes.actions}>
        <ActionButton
          size="xs"
          variant="default"
          isBusy={test.isPending}
          onClick={() => test.mutate()}
        >
          Send a test
        </ActionButton>
        <Button
          size="xs"
          variant="default"
          aria-expanded={areAttemptsShown}
          onClick={() => setAttemptsShown(!areAttemptsShown)}
        >
          Last calls
        </Button>
        <Button size="xs" variant="default" onClick={() => setAsked('rotate')}>
          New secret
        </Button>
        <Button size="xs" variant="default" onClick={() => setAsked('delete')}>
          Delete
        </Button>
      </div>
      {areAttemptsShown && <Attempts id={id} />}
      {asked === 'rotate' && (
        <ConfirmDialog
          title={`A new secret for ${name}?`}
          action="Make a new secret"
          isDestructive={false}
          isPending={rotate.isPending}
          onConfirm={() => rotate.mutate()}
          onCancel={() => setAsked(null)}
        >
          For a day both secrets sign, so that the receiver can change over.
        </ConfirmDialog>
      )}
      {asked === 'delete' && (
        <ConfirmDialog
          title={`Delete ${name}?`}
          action="Delete webhook"
          isPending={remove.isPending}
          onConfirm={() => remove.mutate()}
          onCancel={() => setAsked(null)}
        >
          Alerts that call it go on without it.
        </ConfirmDialog>
      )}
    </li>
  );
}

function AttemptText({ attempt: { status, ms, answer } }: { attempt: WebhookAttempt }) {
  const isDone = status !== null && status >= 200 && status < 300;
  return (
    <span className={isDone ? classes.text : classes.failed} role="status">
      {status === null ? 'No answer' : `Answer ${status}`} after {ms} ms{answer && `: ${answer}`}
    </span>
  );
}

function Attempts({ id }: { id: number }) {
  const { data, error } = useQuery({
    queryKey: [...webhooksQuery.queryKey, id, 'attempts'],
    queryFn: ({ signal }) => authorizedRequest(listWebhookAttempts, { params: { id } }, { signal }),
    staleTime: 0,
    meta: { failure: 'in-place' },
  });
  if (error && !data) return <span className={classes.failed}>{error.message}</span>;
  if (!data) return null;
  if (data.length === 0) return <span className={classes.quiet}>It was not called yet.</span>;
  return (
    <ul className={classes.attempts}>
      {data.map((attempt) => (
        <li key={`${attempt.atMs} ${attempt.firingId}`}>
          <span className={classes.about}>
            {formatSince(attempt.atMs, serverClock.now(), deviceZone())}
            {attempt.firingId === null && ' · test'}
          </span>{' '}
          <AttemptText attempt={attempt} />
        </li>
      ))}
    </ul>
  );
}
