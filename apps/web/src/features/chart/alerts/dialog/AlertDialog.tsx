import { silenceProblem } from '@moneytrail/alerts';
import { MARKET_HOURS } from '@moneytrail/calendar';
import type { Alert, AlertCondition, AlertDefinition } from '@moneytrail/contract';
import { type FormEvent, useDeferredValue, useState } from 'react';
import { serverClock } from '../../../../api/server-clock.ts';
import { isSameTicker } from '../../../../lib/same-ticker.ts';
import { Dialog } from '../../../../ui/Dialog.tsx';
import type { ChartController } from '../../controller/chart-controller.ts';
import { NOTHING_OPEN, useChartScreen } from '../../model/chart-context.ts';
import { usePreferences } from '../../preferences/preferences.ts';
import classes from './AlertDialog.module.css';
import { AlertFoot, useSaving } from './AlertFoot.tsx';
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
        <AlertFoot
          alert={alert}
          definition={definition}
          isSound={isSound}
          decimals={isOnChart ? decimals : null}
          save={save}
          onClose={close}
        >
          {isSound && isOnChart && controller && (
            <LatePreview controller={controller} definition={definition} />
          )}
        </AlertFoot>
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
