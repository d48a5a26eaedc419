import { Button, NativeSelect, Progress, TextInput } from '@mantine/core';
import { MARKET_HOURS_IDS } from '@moneytrail/calendar';
import {
  FEED_EXCHANGES,
  type ImportAccess,
  type ImportQuestion,
  type ImportRequest,
  type ImportState,
  INSTRUMENT_TYPES,
  type InstrumentType,
} from '@moneytrail/contract';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { paths } from '../../../paths.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { FormAlert } from '../../../ui/form/FormAlert.tsx';
import classes from './ImportDialog.module.css';
import { useImport } from './use-import.ts';

const ACCESS: readonly { value: ImportAccess; label: string }[] = [
  { value: 'signedIn', label: 'Everybody who is signed in' },
  { value: 'fullAccess', label: 'Everybody with full access' },
  ...FEED_EXCHANGES.map((value) => ({ value, label: `Full access and the right to ${value}` })),
];
const HOURS_NAMES: Readonly<Record<string, string>> = {
  crypto: 'All hours, every day (UTC)',
  forex: 'Forex, Sunday to Friday (New York)',
  metals: 'Metals, 18:00 to 17:00 (New York)',
  'us-stocks': 'US stocks, 9:30 to 16:00 (New York)',
  safex: 'Safex, 9:00 to 12:01 (Johannesburg)',
};
const HOURS = MARKET_HOURS_IDS.map((value) => ({
  value,
  label: HOURS_NAMES[value] ?? `Stock exchange ${value.toUpperCase()}`,
}));
const ROLES = ['time', 'clock', 'open', 'high', 'low', 'close', 'volume'] as const;
/** Positions offered in a file without names. */
const MOST_POSITIONS = 16;
const LABELS = {
  zone: 'Time zone of the file',
  dates: 'Order of the dates',
  decimal: 'Decimal mark',
  resolution: 'Store as',
  ticker: 'Instrument of the file',
} as const;
const CHOICES: Readonly<Record<string, string>> = {
  '1': '1 minute',
  '15': '15 minutes',
  '60': '1 hour',
  '1D': '1 day',
  '.': 'Point: 1.5',
  ',': 'Comma: 1,5',
  'd/m/y': 'Day, month, year',
  'm/d/y': 'Month, day, year',
};

/** A code from the name of a file. */
const codeOf = (name: string) =>
  name
    .replace(/\.[^.]*$/, '')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9._-]+/g, '')
    .replace(/^[._-]+/, '')
    .slice(0, 32);

function usualRequest(file: File): ImportRequest {
  const code = codeOf(file.name);
  const description = file.name.replace(/\.[^.]*$/, '').slice(0, 200);
  return { code, description, type: 'stock', marketHours: 'crypto', access: 'fullAccess' };
}

type Props = { file: File; onClose: () => void };

/** Makes an instrument of a file: what it is, what the file leaves open, a preview, and the result. */
export function ImportDialog({ file, onClose }: Props) {
  const [request, setRequest] = useState(() => usualRequest(file));
  /** The request that the shown plan answers. */
  const [planned, setPlanned] = useState<ImportRequest | null>(null);
  const importing = useImport(file);
  const { state, isBusy, error, sentBytes } = importing;
  const isStored = state?.state === 'stored';
  const close = () => {
    importing.end();
    onClose();
  };
  const change = (changes: Partial<ImportRequest>) => setRequest({ ...request, ...changes });
  const isCurrent = planned === request;
  return (
    <Dialog
      title={`Import ${file.name}`}
      width={720}
      onClose={close}
      onPhone="full"
      isPersistent="outside"
    >
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          setPlanned(request);
          importing.plan(request);
        }}
      >
        {!isStored && (
          <fieldset className={classes.fields} disabled={isBusy || sentBytes !== null}>
            <InstrumentFields request={request} change={change} />
            {state?.outcome?.questions.map((question) => (
              <Question
                key={question.option}
                question={question}
                header={state.outcome?.header ?? []}
                request={request}
                change={change}
              />
            ))}
          </fieldset>
        )}
        <FormAlert>{error?.message}</FormAlert>
        <Steps file={file} sentBytes={sentBytes} state={state} />
        {state && !isBusy && (isCurrent || isStored) && <Outcome state={state} />}
        <div className={classes.actions}>
          <Button variant="default" onClick={close}>
            {isStored || state?.state === 'storing' ? 'Close' : 'Cancel'}
          </Button>
          {isStored ? (
            <Button
              renderRoot={(props) => (
                <Link
                  {...props}
                  to={paths.liveChart}
                  search={{ symbol: `Imported:${request.code}` }}
                />
              )}
            >
              Open the chart
            </Button>
          ) : state?.state === 'planned' && isCurrent ? (
            <Button loading={isBusy} onClick={importing.store}>
              Import
            </Button>
          ) : (
            <Button type="submit" loading={isBusy || sentBytes !== null}>
              Preview
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  );
}

type FieldsProps = {
  request: ImportRequest;
  change: (changes: Partial<ImportRequest>) => void;
};

function InstrumentFields({ request, change }: FieldsProps) {
  return (
    <>
      <TextInput
        label="Code"
        description="An existing code gets the bars of this file too."
        required
        maxLength={32}
        value={request.code}
        onChange={({ currentTarget }) => change({ code: currentTarget.value.toUpperCase() })}
      />
      <TextInput
        label="Name"
        description="Shown in search and legend."
        required
        maxLength={200}
        value={request.description}
        onChange={({ currentTarget }) => change({ description: currentTarget.value })}
      />
      <NativeSelect
        label="Type"
        data={[...INSTRUMENT_TYPES]}
        value={request.type}
        onChange={({ currentTarget }) => change({ type: currentTarget.value as InstrumentType })}
      />
      <NativeSelect
        label="Trading hours"
        data={HOURS}
        value={request.marketHours}
        onChange={({ currentTarget }) =>
          change({ marketHours: currentTarget.value as ImportRequest['marketHours'] })
        }
      />
      <NativeSelect
        label="Who may see it"
        data={[...ACCESS]}
        value={request.access}
        onChange={({ currentTarget }) => change({ access: currentTarget.value as ImportAccess })}
      />
    </>
  );
}

type QuestionProps = FieldsProps & { question: ImportQuestion; header: readonly string[] };

/** A question that the file leaves open, with its answers. */
function Question({ question, header, request, change }: QuestionProps) {
  const { option, text, choices } = question;
  if (option === 'columns') {
    const positions = Array.from({ length: MOST_POSITIONS }, (_, at) => String(at + 1));
    const names = header.length > 0 ? header.filter((name) => name !== '') : positions;
    return (
      <fieldset className={classes.columns}>
        <legend>{text}</legend>
        {ROLES.map((role) => (
          <NativeSelect
            key={role}
            label={role === 'clock' ? 'time of day' : role}
            data={[{ value: '', label: 'Recognised by itself' }, ...names]}
            value={request.columns?.[role] ?? ''}
            onChange={({ currentTarget }) => {
              const { [role]: _, ...others } = request.columns ?? {};
              const { value } = currentTarget;
              change({ columns: value === '' ? others : { ...others, [role]: value } });
            }}
          />
        ))}
      </fieldset>
    );
  }
  if (option === 'resolution' && choices.length === 0)
    return <p className={classes.wide}>{text}</p>;
  const offered =
    option === 'zone' ? [...new Set([...choices, ...Intl.supportedValuesOf('timeZone')])] : choices;
  return (
    <NativeSelect
      className={classes.wide ?? ''}
      label={LABELS[option]}
      description={text}
      data={[
        { value: '', label: 'Choose' },
        ...offered.map((value) => ({ value, label: CHOICES[value] ?? value })),
      ]}
      value={request[option] ?? ''}
      onChange={({ currentTarget }) => {
        const { [option]: _, ...others } = request;
        const { value } = currentTarget;
        // The choices are the server's.
        const answer = value === '' ? {} : ({ [option]: value } as Partial<ImportRequest>);
        change({ ...others, [option]: undefined, ...answer });
      }}
    />
  );
}

type StepsProps = { file: File; sentBytes: number | null; state: ImportState | undefined };

/** The running step, with its progress. */
function Steps({ file, sentBytes, state }: StepsProps) {
  const step =
    sentBytes !== null
      ? { name: 'Sending the file', done: sentBytes }
      : state?.state === 'reading'
        ? { name: 'Reading the file', done: state.doneBytes }
        : state?.state === 'storing'
          ? { name: 'Storing the bars', done: state.doneBytes }
          : null;
  if (!step) return null;
  return (
    <div className={classes.step} role="status">
      <span>{step.name}</span>
      <Progress value={(100 * step.done) / file.size} aria-label={step.name} animated />
    </div>
  );
}

/** The preview, the reasons of a refusal, or the result. */
function Outcome({ state: { state, outcome } }: { state: ImportState }) {
  if (!outcome) return null;
  const { plan, badLines, badCount, message, questions } = outcome;
  return (
    <section className={classes.outcome} aria-live="polite">
      {state === 'stored' ? <p role="status">{message}</p> : <FormAlert>{message}</FormAlert>}
      {questions.length > 0 && (
        <FormAlert>The file leaves something open. Answer above, then preview again.</FormAlert>
      )}
      {badCount > 0 && (
        <FormAlert>
          Nothing can be stored: {badCount} bad {badCount === 1 ? 'line' : 'lines'}.
          <ul>
            {badLines.map(({ line, reason }) => (
              <li key={line}>
                Line {line}: {reason}
              </li>
            ))}
          </ul>
        </FormAlert>
      )}
      {plan.length > 0 && (
        <dl className={classes.plan}>
          {plan.map((line) => {
            const [name = '', ...rest] = line.split(': ');
            return rest.length === 0 ? (
              <div key={line}>
                <dt>Note</dt>
                <dd>{line}</dd>
              </div>
            ) : (
              <div key={line}>
                <dt>{name}</dt>
                <dd>{rest.join(': ')}</dd>
              </div>
            );
          })}
        </dl>
      )}
    </section>
  );
}
