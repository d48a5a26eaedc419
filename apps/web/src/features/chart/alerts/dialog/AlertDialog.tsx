import { Button } from '@mantine/core';
import { describeAlert, silenceProblem } from '@moneytrail/alerts';
import { MARKET_HOURS } from '@moneytrail/calendar';
import {
  type Alert,
  type AlertCondition,
  type AlertDefinition,
  changeAlert,
  createAlert,
} from '@moneytrail/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useDeferredValue, useRef, useState } from 'react';
import { alertsQuery, usedAlerts, webhooksQuery } from '../../../../api/alerts.ts';
import { isWorthRetrying } from '../../../../api/api-error.ts';
import { readAnew } from '../../../../api/read-anew.ts';
import { serverClock } from '../../../../api/server-clock.ts';
import { authorizedRequest } from '../../../../api/session/session.ts';
import { randomUuid } from '../../../../lib/random-uuid.ts';
import { isSameTicker } from '../../../../lib/same-ticker.ts';
import { showToast } from '../../../../stores/toasts.ts';
import { ActionButton } from '../../../../ui/ActionButton.tsx';
import { Dialog } from '../../../../ui/Dialog.tsx';
import { FormAlert } from '../../../../ui/form/FormAlert.tsx';
import { FORM_TEXTS } from '../../../../ui/form/texts.ts';
import type { ChartController } from '../../controller/chart-controller.ts';
import { NOTHING_OPEN, useChartScreen } from '../../model/chart-context.ts';
import { usePreferences } from '../../preferences/preferences.ts';
import { useListNames } from '../../watchlist/use-watchlists.ts';
import { alertWords } from '../alert-words.ts';
import classes from './AlertDialog.module.css';
import { AlertPreview } from './AlertPreview.tsx';
import { CHOSEN_KINDS, definitionOf, newDefinition, problemsOf } from './alert-draft.ts';
import { Conditions } from './Conditions.tsx';
import type { FieldsForm } from './condition-form.tsx';
import { DeliveryFields } from './DeliveryFields.tsx';
import { PricePicker } from './PricePicker.tsx';
import { TimeFields } from './TimeFields.tsx';
import { WatchedField } from './WatchedField.tsx';

type Props = {
  /** The condition of a new alert, on the chart's symbol unless it names another one or a watchlist; or the alert to change. */
  opened: { condition: AlertCondition; symbol?: string; watchlist?: number } | { alert: Alert };
};

/** Makes an alert, or changes one. */
export function AlertDialog({ opened }: Props) {
  const { info, resolution, controller, decimals, openPanel } = useChartScreen();
  const { inputs } = usePreferences();
  const alert = 'alert' in opened ? opened.alert : null;
  const [definition, setDefinition] = useState(() =>
    'alert' in opened
      ? definitionOf(opened.alert)
      : newDefinition(
          {
            symbol: opened.symbol ?? info.ticker,
            ...(opened.watchlist !== undefined && { watchlist: opened.watchlist }),
            resolution,
          },
          opened.condition,
        ),
  );
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [isTried, setTried] = useState(false);
  const [picked, setPicked] = useState<{ take: (price: number) => void } | null>(null);
  const close = () => openPanel(NOTHING_OPEN);
  const save = useSaving(alert, close);
  const problems = problemsOf(definition, serverClock.now());
  const isSound = Object.keys(problems).length === 0;
  const isOfChart = isSameTicker(info.ticker, definition.symbol);
  const isOnChart = isOfChart && resolution === definition.resolution;
  const price = isOfChart ? controller?.newest.get()?.price : undefined;
  const hours = MARKET_HOURS[info.marketHours];
  const change = (changed: Partial<AlertDefinition>) =>
    setDefinition((now) => withSoundTrigger({ ...now, ...changed }));
  const form: FieldsForm = {
    idPrefix: 'alert-',
    kinds: CHOSEN_KINDS,
    problemAt: (path) => (isTried || left.has(path) ? problems[path] : undefined),
    leave: (path) => setLeft((before) => new Set([...before, path])),
    source: { price: price ?? Number.NaN, inputs },
    market: { hours, resolution: definition.resolution },
    isIndex: info.type === 'index',
    pickPrice: isOnChart && controller ? (take) => setPicked({ take }) : null,
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    const [first] = Object.keys(problems);
    if (first !== undefined) document.getElementById(`alert-${first}`)?.focus();
    else save.submit(definition);
  };
  if (picked && controller) {
    return (
      <PricePicker controller={controller} onTake={picked.take} onEnd={() => setPicked(null)} />
    );
  }
  return (
    <Dialog
      title={alert ? 'Change alert' : 'Alert'}
      width={360}
      isAside
      closeLabel="Cancel and close"
      onClose={close}
    >
      <form className={classes.form} noValidate onSubmit={submit}>
        <div className={classes.fields}>
          <WatchedField
            definition={definition}
            onChange={(watchlist) =>
              setDefinition(({ watchlist: _before, ...now }) =>
                watchlist === undefined ? now : { ...now, watchlist },
              )
            }
          />
          <Conditions definition={definition} form={form} onChange={change} />
          <TimeFields
            definition={definition}
            problemAt={form.problemAt}
            zone={isOfChart && definition.watchlist === undefined ? hours.zone : null}
            onChange={change}
          />
          <DeliveryFields definition={definition} problemAt={form.problemAt} onChange={change} />
        </div>
        <div className={classes.foot}>
          {isSound && <Sentence definition={definition} decimals={isOnChart ? decimals : null} />}
          {isSound && isOnChart && controller && (
            <LatePreview controller={controller} definition={definition} />
          )}
          <Limit alert={alert} />
          <FormAlert>{save.error}</FormAlert>
          <div className={classes.buttons}>
            <Button variant="default" onClick={close}>
              {FORM_TEXTS.cancel}
            </Button>
            <ActionButton type="submit" color="orange" isBusy={save.isPending}>
              {alert ? 'Save alert' : 'Create alert'}
            </ActionButton>
          </div>
        </div>
      </form>
    </Dialog>
  );
}

/** A silence cannot wait for the close of a bar. */
function withSoundTrigger(definition: AlertDefinition): AlertDefinition {
  return silenceProblem(definition) ? { ...definition, trigger: { kind: 'once' } } : definition;
}

/** Follows the form with less haste than its fields. */
function LatePreview(props: { controller: ChartController; definition: AlertDefinition }) {
  return <AlertPreview {...props} definition={useDeferredValue(props.definition)} />;
}

/** Sends the alert; a repeated attempt makes no second one. */
function useSaving(alert: Alert | null, onDone: () => void) {
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
      showToast({ kind: 'success', text: alert ? 'The alert is changed.' : 'The alert is made.' });
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
  const lists = useListNames();
  const webhook = webhooks?.find(({ id }) => id === definition.channels.webhook)?.name ?? null;
  return (
    <p className={classes.sentence} role="status">
      {describeAlert(definition, alertWords(definition, lists, decimals), webhook)}
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
