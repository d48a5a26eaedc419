import { Button } from '@mantine/core';
import { describeAlert } from '@moneytrail/alerts';
import { type Alert, type AlertDefinition, changeAlert, createAlert } from '@moneytrail/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { alertsQuery, usedAlerts, webhooksQuery } from '../../../../api/alerts.ts';
import { isWorthRetrying } from '../../../../api/api-error.ts';
import { readAnew } from '../../../../api/read-anew.ts';
import { authorizedRequest } from '../../../../api/session/session.ts';
import { randomUuid } from '../../../../lib/random-uuid.ts';
import { showToast } from '../../../../stores/toasts.ts';
import { ActionButton } from '../../../../ui/ActionButton.tsx';
import { FormAlert } from '../../../../ui/form/FormAlert.tsx';
import { FORM_TEXTS } from '../../../../ui/form/texts.ts';
import { alertWords } from '../alert-words.ts';
import { useWatchedNames } from '../use-watched-names.ts';
import classes from './AlertDialog.module.css';

type Props = {
  /** The alert that is changed; null for a new one. */
  alert: Alert | null;
  definition: AlertDefinition;
  isSound: boolean;
  /** The decimals of the instrument's prices, where they are known. */
  decimals: number | null;
  save: Pick<ReturnType<typeof useSaving>, 'isPending' | 'error'>;
  onClose: () => void;
  /** Shown under the sentence. */
  children?: ReactNode;
};

/** The end of a dialog about an alert: its sentence, the limit of the account, and the buttons that leave or save. */
export function AlertFoot({
  alert,
  definition,
  isSound,
  decimals,
  save,
  onClose,
  children,
}: Props) {
  return (
    <div className={classes.foot}>
      {isSound && <Sentence definition={definition} decimals={decimals} />}
      {children}
      <Limit alert={alert} />
      <FormAlert>{save.error}</FormAlert>
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose}>
          {FORM_TEXTS.cancel}
        </Button>
        <ActionButton type="submit" color="orange" isBusy={save.isPending}>
          {alert ? 'Save alert' : 'Create alert'}
        </ActionButton>
      </div>
    </div>
  );
}

/** Sends the alert; a repeated attempt makes no second one. */
export function useSaving(alert: Alert | null, onDone: () => void) {
  const queryClient = useQueryClient();
  const [key] = useState(randomUuid);
  /** The definition of the first attempt without an answer, which may have arrived all the same. */
  const first = useRef<AlertDefinition | null>(null);
  const change = ({ id, revision }: Alert, definition: AlertDefinition) =>
    authorizedRequest(changeAlert, { params: { id }, body: { ...definition, revision } });
  const create = async (definition: AlertDefinition) => {
    first.current ??= definition;
    const tried = first.current;
    const body = { ...definition, key };
    const made = await authorizedRequest(createAlert, { body }, { isRepeatable: true }).catch(
      (error: unknown) => {
        if (!isWorthRetrying(error)) first.current = null;
        throw error;
      },
    );
    const isChanged = JSON.stringify(tried) !== JSON.stringify(definition);
    return isChanged ? change(made.alert, definition) : made;
  };
  const { mutate, isPending, error } = useMutation({
    mutationFn: (definition: AlertDefinition) =>
      alert ? change(alert, definition) : create(definition),
    meta: { failure: 'in-place' },
    onSuccess: () => {
      void readAnew(queryClient, { queryKey: alertsQuery.queryKey });
      showToast({ kind: 'success', text: alert ? 'Alert changed.' : 'Alert created.' });
      onDone();
    },
  });
  return { submit: mutate, isPending, error: error?.message ?? null };
}

/** The alert in a sentence, as mails and lists tell it. */
function Sentence({
  definition,
  decimals,
}: {
  definition: AlertDefinition;
  decimals: number | null;
}): ReactNode {
  const { data: webhooks } = useQuery(webhooksQuery);
  const names = useWatchedNames([definition]);
  const webhook = webhooks?.find(({ id }) => id === definition.channels.webhook)?.name ?? null;
  return (
    <p className={classes.sentence} role="status">
      {describeAlert(definition, alertWords(definition, names, decimals), webhook)}
    </p>
  );
}

/** Tells that no further alert can be made. */
function Limit({ alert }: { alert: Alert | null }) {
  const { data } = useQuery(alertsQuery);
  if (alert || !data || usedAlerts(data.alerts) < data.limit) return null;
  const { limit } = data;
  return (
    <FormAlert>
      {limit === 1 ? 'The one alert' : `All ${limit} alerts`} of your account are in use. Delete one
      to make another.
    </FormAlert>
  );
}
