import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { silenceOf } from '@moneytrail/alerts';
import type { AlertDefinition, AlertTrigger } from '@moneytrail/contract';
import { serverClock } from '../../../../api/server-clock.ts';
import { zoneName } from '../../../../lib/format-time.ts';
import { NumberField } from '../../../../ui/form/NumberField.tsx';
import classes from './AlertDialog.module.css';
import type { FieldsForm, PartProps } from './condition-form.tsx';

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
export function TimeFields({
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
      <UntilField untilMs={untilMs} problemAt={problemAt} onChange={onChange} />
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

/** The end of the alert. */
export function UntilField({
  untilMs,
  problemAt,
  onChange,
}: Pick<AlertDefinition, 'untilMs'> &
  Pick<PartProps, 'onChange'> & { problemAt: FieldsForm['problemAt'] }) {
  return (
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
