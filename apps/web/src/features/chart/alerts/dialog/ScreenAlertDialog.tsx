import { NativeSelect } from '@mantine/core';
import {
  type Alert,
  type AlertDefinition,
  type SavedScreen,
  SCREEN_EVENTS,
} from '@moneytrail/contract';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { screenCountQuery, screensQuery } from '../../../../api/screens.ts';
import { serverClock } from '../../../../api/server-clock.ts';
import { DEFAULT_CHART } from '../../../../lib/chart-search.ts';
import { Dialog } from '../../../../ui/Dialog.tsx';
import { ScreenLink } from '../ScreenLink.tsx';
import classes from './AlertDialog.module.css';
import { AlertFoot, useSaving } from './AlertFoot.tsx';
import { definitionOf, newScreenDefinition, problemsOf } from './alert-draft.ts';
import { DeliveryFields } from './DeliveryFields.tsx';
import { UntilField } from './TimeFields.tsx';

type Props = {
  /** The saved screen of a new alert, or the alert to change. */
  opened: { screen: SavedScreen } | { alert: Alert };
  /** Beside the chart, as its other alerts are. */
  isAside?: boolean;
  onClose: () => void;
};

const EVENT_NAMES = {
  enters: 'enters the screen',
  leaves: 'leaves the screen',
  either: 'enters or leaves the screen',
} as const;

/** Makes an alert on a saved screen, or changes one. */
export function ScreenAlertDialog({ opened, isAside = false, onClose }: Props) {
  const alert = 'alert' in opened ? opened.alert : null;
  const [definition, setDefinition] = useState(() =>
    'alert' in opened
      ? definitionOf(opened.alert)
      : newScreenDefinition(opened.screen, DEFAULT_CHART.symbol),
  );
  const [isTried, setTried] = useState(false);
  const save = useSaving(alert, onClose);
  const problems = problemsOf(definition, serverClock.now());
  const problemAt = (path: string) => (isTried ? problems[path] : undefined);
  const change = (changed: Partial<AlertDefinition>) =>
    setDefinition((now) => ({ ...now, ...changed }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    const [first] = Object.keys(problems);
    if (first !== undefined) document.getElementById(`alert-${first}`)?.focus();
    else save.submit(definition);
  };
  const { screen } = definition;
  if (!screen) return null;
  return (
    <Dialog
      title={alert ? 'Change alert' : 'Alert on new rows'}
      width={360}
      isAside={isAside}
      closeLabel="Cancel and close"
      onClose={onClose}
    >
      <form className={classes.form} noValidate onSubmit={submit}>
        <div className={classes.fields}>
          <NativeSelect
            data-autofocus
            label="Fires when an instrument"
            value={screen.event}
            data={SCREEN_EVENTS.map((value) => ({ value, label: EVENT_NAMES[value] }))}
            onChange={({ currentTarget: { value } }) => {
              const event = SCREEN_EVENTS.find((one) => one === value);
              if (event) change({ screen: { ...screen, event } });
            }}
          />
          <Watched id={screen.id} hasLink={alert !== null} />
          <UntilField untilMs={definition.untilMs} problemAt={problemAt} onChange={change} />
          <DeliveryFields definition={definition} problemAt={problemAt} onChange={change} />
        </div>
        <AlertFoot
          alert={alert}
          definition={definition}
          isSound={Object.keys(problems).length === 0}
          decimals={null}
          save={save}
          onClose={onClose}
        />
      </form>
    </Dialog>
  );
}

/** How many instruments are in the screen now, which do not fire, and how often others do. */
function Watched({ id, hasLink }: { id: number; hasLink: boolean }) {
  const { data: screens } = useQuery(screensQuery);
  const screen = screens?.find((one) => one.id === id);
  const { data: count } = useQuery(screenCountQuery(screen?.question ?? null));
  const counted = count?.toLocaleString('en-US');
  const text = count === 1 ? '1 instrument is in it now.' : `${counted} instruments are in it now.`;
  return (
    <p className={classes.quiet}>
      {count !== undefined && `${text} `}
      Only later changes fire, for each instrument once at most in a bar of the screen’s interval.
      More than ten at one close are told together. {hasLink && <ScreenLink id={id} />}
    </p>
  );
}
