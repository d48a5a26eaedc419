import { Button, Checkbox, NativeSelect } from '@mantine/core';
import { RESOLUTION_LABELS } from '@moneytrail/calendar';
import {
  EXCHANGES,
  INSTRUMENT_TYPES,
  type ScreenCondition,
  SNAPSHOT_RESOLUTIONS,
  type SnapshotResolution,
} from '@moneytrail/contract';
import { type FormEvent, useState } from 'react';
import { sourceName } from '../../../lib/source-name.ts';
import { TYPE_NAMES } from '../../../lib/type-names.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import form from '../../../ui/form/form.module.css';
import { NumberField } from '../../../ui/form/NumberField.tsx';
import { FigureSelect } from '../FigureSelect.tsx';
import { unitOf } from '../figures.ts';
import classes from './ConditionDialog.module.css';
import {
  CONDITION_KINDS,
  type ConditionKind,
  conditionOf,
  type Draft,
  draftOf,
  hasInterval,
  problemOf,
} from './condition-draft.ts';
import { conditionSentence } from './sentences.ts';

type Props = {
  first: ScreenCondition;
  isNew: boolean;
  /** The screen's interval. */
  resolution: SnapshotResolution;
  onSave: (condition: ScreenCondition) => void;
  /** Null for a new condition. */
  onRemove: (() => void) | null;
  onClose: () => void;
};

const KIND_NAMES: Readonly<Record<ConditionKind, string>> = {
  value: 'A figure above or below a value',
  figure: 'A figure above or below another one',
  between: 'A figure between two values',
  mark: 'The newest mark',
  exchange: 'The exchange',
  type: 'The type of instrument',
};

const IS_CHOICES = [
  { value: 'above', label: 'is above' },
  { value: 'below', label: 'is below' },
] as const;
const SIDE_CHOICES = [
  { value: 'buy', label: 'Buy' },
  { value: 'sell', label: 'Sell' },
  { value: 'any', label: 'Buy or sell' },
] as const;

/** Changes one condition, which is shown as a sentence while it is. */
export function ConditionDialog(props: Props) {
  const { first, isNew, resolution, onSave, onRemove, onClose } = props;
  const [draft, setDraft] = useState(() => draftOf(first));
  const [left, setLeft] = useState<ReadonlySet<keyof Draft> | 'all'>(new Set());
  const condition = conditionOf(draft);
  const fields: FieldsProps = {
    draft,
    onChange: (change) => setDraft((before) => ({ ...before, ...change })),
    onLeave: (field) =>
      setLeft((before) => (before === 'all' ? before : new Set([...before, field]))),
    problemAt: (field) => (left === 'all' || left.has(field) ? problemOf(draft, field) : undefined),
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (condition) onSave(condition);
    else setLeft('all');
  };
  const { onChange } = fields;
  return (
    <Dialog title={isNew ? 'New condition' : 'Change the condition'} width={460} onClose={onClose}>
      <form className={form.fields} onSubmit={submit} noValidate>
        <Choice
          label="Condition on"
          value={draft.kind}
          choices={CONDITION_KINDS.map((value) => ({ value, label: KIND_NAMES[value] }))}
          isFirst
          onChange={(kind) => onChange({ kind })}
        />
        <KindFields {...fields} />
        {hasInterval(draft.kind) && (
          <Choice
            label="Interval"
            value={draft.resolution ?? 'screen'}
            choices={[
              { value: 'screen', label: `That of the screen (${RESOLUTION_LABELS[resolution]})` },
              ...SNAPSHOT_RESOLUTIONS.map((value) => ({ value, label: RESOLUTION_LABELS[value] })),
            ]}
            onChange={(value) => onChange({ resolution: value === 'screen' ? null : value })}
          />
        )}
        <p className={classes.sentence} role="status">
          {condition ? `${conditionSentence(condition)}.` : ' '}
        </p>
        <div className={classes.actions}>
          {onRemove && (
            <Button variant="default" className={classes.remove ?? ''} onClick={onRemove}>
              Remove
            </Button>
          )}
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit">{isNew ? 'Add' : 'Apply'}</Button>
        </div>
      </form>
    </Dialog>
  );
}

type FieldsProps = {
  draft: Draft;
  onChange: (change: Partial<Draft>) => void;
  onLeave: (field: keyof Draft) => void;
  problemAt: (field: keyof Draft) => string | undefined;
};

function KindFields(props: FieldsProps) {
  const { draft, onChange, problemAt } = props;
  switch (draft.kind) {
    case 'value':
      return (
        <>
          <FigureField {...props} />
          <div className={classes.pair}>
            <IsField {...props} />
            <Value {...props} field="value" label="Value" />
          </div>
        </>
      );
    case 'figure':
      return (
        <>
          <FigureField {...props} />
          <div className={classes.pair}>
            <IsField {...props} />
            <FigureSelect
              label="Other figure"
              value={draft.other}
              onChange={(other) => onChange({ other })}
            />
          </div>
        </>
      );
    case 'between':
      return (
        <>
          <FigureField {...props} />
          <div className={classes.pair}>
            <Value {...props} field="from" label="From" />
            <Value {...props} field="to" label="To" />
          </div>
        </>
      );
    case 'mark':
      return <MarkFields {...props} />;
    case 'exchange':
      return (
        <Checks
          label="Exchanges"
          values={EXCHANGES}
          nameOf={sourceName}
          chosen={draft.exchanges}
          problem={problemAt('exchanges')}
          onChange={(exchanges) => onChange({ exchanges })}
        />
      );
    case 'type':
      return (
        <Checks
          label="Types"
          values={INSTRUMENT_TYPES}
          nameOf={(type) => TYPE_NAMES[type]}
          chosen={draft.types}
          problem={problemAt('types')}
          onChange={(types) => onChange({ types })}
        />
      );
  }
}

function FigureField({ draft, onChange }: FieldsProps) {
  return (
    <FigureSelect label="Figure" value={draft.figure} onChange={(figure) => onChange({ figure })} />
  );
}

function IsField({ draft, onChange }: FieldsProps) {
  return (
    <Choice
      label="Comparison"
      value={draft.is}
      choices={IS_CHOICES}
      onChange={(is) => onChange({ is })}
    />
  );
}

function MarkFields(props: FieldsProps) {
  const { draft, onChange } = props;
  return (
    <>
      <div className={classes.pair}>
        <Choice
          label="Side"
          value={draft.side}
          choices={SIDE_CHOICES}
          onChange={(side) => onChange({ side })}
        />
        <Value {...props} field="withinDays" label="Within days" />
      </div>
      <Checkbox
        label="Strong marks only"
        checked={draft.isStrongOnly}
        onChange={({ currentTarget: { checked } }) => onChange({ isStrongOnly: checked })}
      />
    </>
  );
}

type ValueProps = FieldsProps & { field: 'value' | 'from' | 'to' | 'withinDays'; label: string };

function Value({ draft, onChange, onLeave, problemAt, field, label }: ValueProps) {
  const unit = field === 'withinDays' ? '' : unitOf(draft.figure).trim();
  return (
    <NumberField
      id={`screen-${field}`}
      label={unit === '' ? label : `${label} (${unit})`}
      value={draft[field]}
      problem={problemAt(field)}
      onChange={(value) => onChange({ [field]: value })}
      onLeave={() => onLeave(field)}
    />
  );
}

type ChoiceProps<Value extends string> = {
  label: string;
  value: Value;
  choices: readonly { value: Value; label: string }[];
  isFirst?: boolean;
  onChange: (value: Value) => void;
};

function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { label, value, choices, isFirst, onChange } = props;
  return (
    <NativeSelect
      label={label}
      value={value}
      data={[...choices]}
      data-autofocus={isFirst}
      onChange={({ currentTarget }) => {
        const chosen = choices.find((one) => one.value === currentTarget.value);
        if (chosen) onChange(chosen.value);
      }}
    />
  );
}

type ChecksProps<Name extends string> = {
  label: string;
  values: readonly Name[];
  nameOf: (value: Name) => string;
  chosen: readonly string[];
  problem: string | undefined;
  onChange: (chosen: string[]) => void;
};

function Checks<Name extends string>(props: ChecksProps<Name>) {
  const { label, values, nameOf, chosen, problem, onChange } = props;
  return (
    <Checkbox.Group label={label} value={[...chosen]} error={problem} onChange={onChange}>
      <div className={classes.checks}>
        {values.map((value) => (
          <Checkbox key={value} value={value} label={nameOf(value)} />
        ))}
      </div>
    </Checkbox.Group>
  );
}
