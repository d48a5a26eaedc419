import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { describeAlert, silenceOf, silenceProblem } from '@moneytrail/alerts';
import { MARKET_HOURS } from '@moneytrail/calendar';
import {
  type Alert,
  type AlertCondition,
  type AlertDefinition,
  type AlertTrigger,
  changeAlert,
  createAlert,
  MOST_CONDITIONS,
} from '@moneytrail/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type FormEvent,
  type ReactNode,
  useDeferredValue,
  useEffect,
  useRef,
  useState,
} from 'react';
import { alertsQuery, usedAlerts, webhooksQuery } from '../../../api/alerts.ts';
import { isWorthRetrying } from '../../../api/api-error.ts';
import { readAnew } from '../../../api/read-anew.ts';
import { serverClock } from '../../../api/server-clock.ts';
import { authorizedRequest } from '../../../api/session/session.ts';
import { zoneName } from '../../../lib/format-time.ts';
import { randomUuid } from '../../../lib/random-uuid.ts';
import { isSameTicker } from '../../../lib/same-ticker.ts';
import { showToast } from '../../../stores/toasts.ts';
import { ActionButton } from '../../../ui/ActionButton.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { FormAlert } from '../../../ui/form/FormAlert.tsx';
import { FORM_TEXTS } from '../../../ui/form/texts.ts';
import type { ChartController } from '../controller/chart-controller.ts';
import { NOTHING_OPEN, useChartScreen } from '../model/chart-context.ts';
import { Hint } from '../pointing/Hint.tsx';
import { usePreferences } from '../preferences/preferences.ts';
import { useListNames } from '../watchlist/use-watchlists.ts';
import classes from './AlertDialog.module.css';
import { AlertPreview } from './AlertPreview.tsx';
import { definitionOf, firstCondition, newDefinition, problemsOf } from './alert-draft.ts';
import { alertWords } from './alert-words.ts';
import { AddCondition, ConditionFields, type FieldsForm } from './ConditionFields.tsx';
import { DeliveryFields } from './DeliveryFields.tsx';
import { NumberField } from './NumberField.tsx';
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
    setDefinition((now) => ({ ...now, ...changed }));
  const form: FieldsForm = {
    problemAt: (path) => (isTried || left.has(path) ? problems[path] : undefined),
    leave: (path) => setLeft((before) => new Set([...before, path])),
    source: { price: price ?? Number.NaN, inputs },
    market: { hours, resolution: definition.resolution },
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

type PartProps = {
  definition: AlertDefinition;
  onChange: (change: Partial<AlertDefinition>) => void;
};

function Conditions({ definition, form, onChange }: PartProps & { form: FieldsForm }) {
  const { conditions, joined } = definition;
  const put = (index: number, condition: AlertCondition) => {
    const changed = { ...definition, conditions: conditions.with(index, condition) };
    onChange(silenceProblem(changed) ? { ...changed, trigger: { kind: 'once' } } : changed);
  };
  return (
    <>
      {conditions.map((condition, index) => (
        <ConditionFields
          // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no other name.
          key={index}
          condition={condition}
          path={`conditions.${index}`}
          form={form}
          isFirst={index === 0}
          onChange={(changed) => put(index, changed)}
          onRemove={
            conditions.length > 1
              ? () => onChange({ conditions: conditions.toSpliced(index, 1) })
              : null
          }
        />
      ))}
      {conditions.length < MOST_CONDITIONS && !silenceOf(definition) && (
        <AddCondition
          onAdd={() =>
            onChange({ conditions: [...conditions, firstCondition('price', form.source)] })
          }
        />
      )}
      {conditions.length > 1 && (
        <div className={classes.pair}>
          <NativeSelect
            label="Joined by"
            value={joined.kind}
            data={[
              { value: 'and', label: 'and, in one bar' },
              { value: 'then', label: 'then, in this order' },
            ]}
            onChange={({ currentTarget: { value } }) =>
              onChange({ joined: value === 'then' ? { kind: 'then', bars: 10 } : { kind: 'and' } })
            }
          />
          {joined.kind === 'then' && (
            <NumberField
              id="alert-joined.bars"
              label="Within bars"
              value={joined.bars}
              problem={form.problemAt('joined.bars')}
              onChange={(bars) => onChange({ joined: { kind: 'then', bars } })}
              onLeave={() => form.leave('joined.bars')}
            />
          )}
        </div>
      )}
    </>
  );
}

const TRIGGERS: readonly { value: AlertTrigger['kind']; label: string }[] = [
  { value: 'once', label: 'Once' },
  { value: 'oncePerBar', label: 'Once a bar' },
  { value: 'barClose', label: 'At the close of a bar' },
  { value: 'atMostEvery', label: 'At most every … minutes' },
];
const USUAL_MINUTES = 15;

function triggerOf(kind: string): AlertTrigger {
  const known = TRIGGERS.find(({ value }) => value === kind)?.value ?? 'once';
  return known === 'atMostEvery' ? { kind: known, minutes: USUAL_MINUTES } : { kind: known };
}

/** The trigger, the end of the alert, and its hours of the day. */
function TimeFields({
  definition,
  problemAt,
  zone,
  onChange,
}: PartProps & {
  problemAt: FieldsForm['problemAt'];
  /** Null if the alert's instruments are not that of the chart. */
  zone: string | null;
}) {
  const { trigger, untilMs, hours } = definition;
  const setHours = (changed: Partial<NonNullable<typeof hours>>) =>
    hours && onChange({ hours: { ...hours, ...changed } });
  const zoneText = zone === null ? 'exchange time' : zoneName(zone, serverClock.now());
  return (
    <>
      <div className={classes.pair}>
        <NativeSelect
          label="Fires"
          value={trigger.kind}
          data={TRIGGERS.filter(({ value }) => value !== 'barClose' || !silenceOf(definition))}
          onChange={({ currentTarget: { value } }) => onChange({ trigger: triggerOf(value) })}
        />
        {trigger.kind === 'atMostEvery' && (
          <NumberField
            id="alert-trigger.minutes"
            label="Minutes"
            value={trigger.minutes}
            problem={problemAt('trigger.minutes')}
            onChange={(minutes) => onChange({ trigger: { kind: 'atMostEvery', minutes } })}
            onLeave={() => {}}
          />
        )}
      </div>
      <TextInput
        id="alert-untilMs"
        type="datetime-local"
        label="Until (optional)"
        value={untilMs === null ? '' : localText(untilMs)}
        error={problemAt('untilMs')}
        onChange={({ currentTarget: { value } }) =>
          onChange({ untilMs: value === '' ? null : new Date(value).getTime() })
        }
      />
      <Checkbox
        label={`Only at hours of the day (${zoneText})`}
        checked={hours !== null}
        onChange={({ currentTarget: { checked } }) =>
          onChange({ hours: checked ? { from: 9 * 60, to: 17 * 60 } : null })
        }
      />
      {hours && (
        <div className={classes.pair}>
          <TimeOfDay label="From" value={hours.from} onChange={(from) => setHours({ from })} />
          <TimeOfDay
            id="alert-hours.to"
            label="To"
            value={hours.to}
            problem={problemAt('hours.to')}
            onChange={(to) => setHours({ to })}
          />
        </div>
      )}
    </>
  );
}

/** The value of the browser's field of date and time, in the device's zone. */
function localText(timeMs: number): string {
  const offsetMs = new Date(timeMs).getTimezoneOffset() * 60_000;
  return new Date(timeMs - offsetMs).toISOString().slice(0, 16);
}

type TimeProps = {
  id?: string;
  label: string;
  /** Minutes of the day. */
  value: number;
  problem?: string | undefined;
  onChange: (value: number) => void;
};

function TimeOfDay({ value, onChange, problem, ...field }: TimeProps) {
  const two = (number: number) => String(number).padStart(2, '0');
  return (
    <TextInput
      {...field}
      type="time"
      value={`${two(Math.floor(value / 60) % 24)}:${two(value % 60)}`}
      error={problem}
      onChange={({ currentTarget }) => {
        const [hour, minute] = currentTarget.value.split(':').map(Number);
        if (hour !== undefined && minute !== undefined) onChange(60 * hour + minute);
      }}
    />
  );
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

type PickerProps = {
  controller: ChartController;
  onTake: (price: number) => void;
  onEnd: () => void;
};

/** Takes the price of the next press on the chart, or of the crosshair with `Enter`. */
function PricePicker({ controller, onTake, onEnd }: PickerProps) {
  const { decimals } = useChartScreen();
  useEffect(() => {
    const { engine } = controller;
    const chart = document.getElementById('chart');
    const over = new AbortController();
    const take = (price: number | undefined) => {
      if (price === undefined) return;
      onTake(Number(price.toFixed(decimals)));
      onEnd();
    };
    const onPress = (event: PointerEvent) => {
      if (!chart || !(event.target instanceof Node) || !chart.contains(event.target)) return;
      const { left, top } = chart.getBoundingClientRect();
      event.stopPropagation();
      event.preventDefault();
      take(engine.pointAt(event.clientX - left, event.clientY - top)?.price);
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onEnd();
      else if (event.key === 'Enter') take(engine.crosshair()?.price);
      else return;
      event.stopPropagation();
      event.preventDefault();
    };
    const options = { capture: true, signal: over.signal };
    window.addEventListener('pointerup', onPress, options);
    window.addEventListener('keydown', onKey, options);
    chart?.focus();
    return () => over.abort();
  }, [controller, decimals, onTake, onEnd]);
  return <Hint text="Choose a price on the chart." closeLabel="Keep the price" onClose={onEnd} />;
}
