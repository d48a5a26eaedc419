import { Button } from '@mantine/core';
import { type ApiKey, revokeApiKey, rotateApiKey } from '@moneytrail/contract';
import { useState } from 'react';
import { authorizedRequest } from '../../../api/session/session.ts';
import { deviceZone, formatDate, formatMoment, formatSince } from '../../../lib/format-time.ts';
import { showToast } from '../../../stores/toasts.ts';
import { Chip } from '../../../ui/Chip.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import classes from './ApiKeysCard.module.css';
import { type ToldSecret, useKeyChange } from './api-keys.ts';
import { SCOPE_TEXTS, API_KEYS_TEXTS as TEXTS } from './texts.ts';

type Props = { apiKey: ApiKey; nowMs: number; onTold: (told: ToldSecret) => void };

/** The end of a key is the moment after its last day, in UTC. */
const lastDayOf = (endsAt: string) => formatDate(Date.parse(endsAt) - 1);

function factsOf(key: ApiKey, nowMs: number): string[] {
  const { lastUsedAt, createdAt, endsAt, oldSecretEndsAt, networks } = key;
  const since = (moment: string) => formatSince(Date.parse(moment), nowMs, deviceZone());
  return [
    lastUsedAt === null ? TEXTS.neverUsed : TEXTS.lastUsed(since(lastUsedAt)),
    TEXTS.made(formatDate(Date.parse(createdAt))),
    ...(endsAt === null ? [] : [TEXTS.ends(lastDayOf(endsAt))]),
    ...(networks.length === 0 ? [] : [TEXTS.from(networks.join(', '))]),
    ...(oldSecretEndsAt === null
      ? []
      : [TEXTS.oldSecret(formatMoment(Date.parse(oldSecretEndsAt), deviceZone()))]),
  ];
}

export function KeyRow({ apiKey, nowMs, onTold }: Props) {
  const { name, beginning, scopes } = apiKey;
  return (
    <li className={classes.key}>
      <div className={classes.what}>
        <p className={classes.name}>
          <strong>{name}</strong> <code>{beginning}…</code>
        </p>
        <p className={classes.scopes}>
          {scopes.map((scope) => (
            <Chip key={scope} kind="neutral">
              {SCOPE_TEXTS[scope].name}
            </Chip>
          ))}
        </p>
        <p className={classes.facts}>
          {factsOf(apiKey, nowMs).map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
        </p>
      </div>
      <div className={classes.actions}>
        <RotateButton apiKey={apiKey} onTold={onTold} />
        <RevokeButton apiKey={apiKey} />
      </div>
    </li>
  );
}

function RotateButton({ apiKey, onTold }: Pick<Props, 'apiKey' | 'onTold'>) {
  return (
    <KeyAction
      label={TEXTS.rotate}
      keyName={apiKey.name}
      question={{ title: TEXTS.rotateTitle, warning: TEXTS.rotateWarning, isDestructive: false }}
      send={() => authorizedRequest(rotateApiKey, { params: { id: apiKey._id } })}
      failureText={TEXTS.failures.rotate}
      onDone={onTold}
    />
  );
}

function RevokeButton({ apiKey: { _id: id, name } }: Pick<Props, 'apiKey'>) {
  return (
    <KeyAction
      label={TEXTS.revoke}
      keyName={name}
      question={{
        title: TEXTS.revokeTitle(name),
        warning: TEXTS.revokeWarning,
        isDestructive: true,
      }}
      send={() => authorizedRequest(revokeApiKey, { params: { id } })}
      failureText={TEXTS.failures.revoke}
      onDone={() => showToast({ kind: 'success', text: TEXTS.revoked(name) })}
    />
  );
}

type KeyActionProps<Answer> = {
  label: string;
  keyName: string;
  question: { title: string; warning: string; isDestructive: boolean };
  send: () => Promise<Answer>;
  failureText: string;
  onDone: (answer: Answer) => void;
};

/** A button that changes a key after a question. */
function KeyAction<Answer>(props: KeyActionProps<Answer>) {
  const { label, keyName, question, send, failureText, onDone } = props;
  const [isAsking, setAsking] = useState(false);
  const { change, isPending } = useKeyChange(send, {
    failureText,
    onDone: (answer) => {
      setAsking(false);
      onDone(answer);
    },
  });
  return (
    <>
      <Button
        variant="default"
        size="xs"
        aria-label={`${label} ${keyName}`}
        onClick={() => setAsking(true)}
      >
        {label}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={question.title}
          action={label}
          isPending={isPending}
          isDestructive={question.isDestructive}
          onConfirm={change}
          onCancel={() => setAsking(false)}
        >
          {question.warning}
        </ConfirmDialog>
      )}
    </>
  );
}
