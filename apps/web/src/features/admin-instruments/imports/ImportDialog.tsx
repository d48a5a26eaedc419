import '@mantine/core/styles/Progress.css';
import { Button, NativeSelect, Progress, TextInput } from '@mantine/core';
import {
  IMPORTED,
  type ImportOutcome,
  type ImportQuestion,
  type ImportRequest,
  type ImportState,
} from '@moneytrail/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { paths } from '../../../paths.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { FormAlert } from '../../../ui/form/FormAlert.tsx';
import { exchangeInstrumentsQuery } from '../instrument-queries.ts';
import classes from './ImportDialog.module.css';
import { describeImported, type ImportedFields, InstrumentFields } from './InstrumentFields.tsx';
import { useImport } from './use-import.ts';

const ROLES = ['time', 'clock', 'open', 'high', 'low', 'close', 'volume'] as const;
/** Positions offered in a file without names. */
const MOST_POSITIONS = 16;
const LABELS = {
  zone: 'Time zone of the file',
  dates: 'Order of the dates',
  decimal: 'Decimal mark',
  times: 'Times mark',
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
  start: 'The start of each bar',
  end: 'The end of each bar',
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

/** Few files prove what their times mark, so the answer can always be given. */
const TIMES: ImportQuestion = {
  option: 'times',
  text: 'NinjaTrader dates bars by their end, most others by their start.',
  choices: ['start', 'end'],
};

const questionsOf = (state: ImportState | undefined): ImportQuestion[] => {
  const asked = state?.outcome?.questions ?? [];
  return asked.some(({ option }) => option === 'times') ? asked : [TIMES, ...asked];
};

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
  const kept = useKept(request.code);
  const [isAccessChosen, setAccessChosen] = useState(false);
  const keepsAccess = kept !== null && !isAccessChosen;
  const fields = kept ? { ...kept, access: keepsAccess ? kept.access : request.access } : request;
  const plan = (wanted: ImportRequest) => {
    setPlanned(wanted);
    importing.plan({ ...wanted, isAccessKept: keepsAccess });
  };
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
          plan(request);
        }}
      >
        {!isStored && (
          <fieldset className={classes.fields} disabled={isBusy || sentBytes !== null}>
            <TextInput
              label="Code"
              description="An existing code gets the bars of this file too, and keeps what it has."
              required
              maxLength={32}
              value={request.code}
              onChange={({ currentTarget }) => change({ code: currentTarget.value.toUpperCase() })}
            />
            <InstrumentFields
              fields={fields}
              change={(changes) => {
                if (changes.access !== undefined) setAccessChosen(true);
                change(changes);
              }}
              isKept={kept !== null}
            />
            {questionsOf(state).map((question) => (
              <Question
                key={question.option}
                question={question}
                header={state?.outcome?.header ?? []}
                request={request}
                change={change}
              />
            ))}
          </fieldset>
        )}
        <FormAlert>{error?.message}</FormAlert>
        <Steps file={file} sentBytes={sentBytes} state={state} />
        {state && !isBusy && (isCurrent || isStored) && <Outcome state={state} />}
        {state?.state === 'planned' && !isBusy && isCurrent && (
          <Suggestion
            suggested={state.outcome?.suggested}
            fields={request}
            onUse={(suggested) => {
              const wanted = { ...request, ...suggested };
              setRequest(wanted);
              plan(wanted);
            }}
          />
        )}
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

/** The fields of an existing instrument of this code, which a further file keeps; null if there is none. */
function useKept(code: string): ImportedFields | null {
  const { data } = useQuery(exchangeInstrumentsQuery);
  const { enabled = [] } = data?.exchanges.find(({ exchange }) => exchange === IMPORTED) ?? {};
  const found = enabled.find((each) => each.code === code);
  if (!found?.imported) return null;
  return { description: found.description, type: found.type, ...found.imported };
}

type SuggestionProps = {
  suggested: ImportOutcome['suggested'];
  fields: ImportedFields;
  onUse: (suggested: Pick<ImportedFields, 'type' | 'marketHours'>) => void;
};

/** Type and hours that the file points to, where others are chosen. */
function Suggestion({ suggested, fields, onUse }: SuggestionProps) {
  if (!suggested) return null;
  const { type, marketHours, reason } = suggested;
  if (fields.type === type && fields.marketHours === marketHours) return null;
  const hours = describeImported('marketHours', marketHours).text;
  return (
    <div className={classes.suggestion} role="status">
      <span>
        Suggested from the file: type {type}, trading hours {hours}; {reason}.
      </span>
      <Button variant="default" size="xs" onClick={() => onUse({ type, marketHours })}>
        Use these
      </Button>
    </div>
  );
}

type FieldsProps = {
  request: ImportRequest;
  change: (changes: Partial<ImportRequest>) => void;
};

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
        { value: '', label: question === TIMES ? 'As recognised' : 'Choose' },
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
