import { ActionIcon, Button, NativeSelect } from '@mantine/core';
import { silenceOf } from '@moneytrail/alerts';
import { type AlertCondition, MOST_CONDITIONS } from '@moneytrail/contract';
import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { NumberField } from '../../../../ui/form/NumberField.tsx';
import classes from './AlertDialog.module.css';
import { firstCondition, KIND_NAMES } from './alert-draft.ts';
import type { Fields, FieldsForm, JoinedConditions } from './condition-form.tsx';
import { DrawingFields } from './DrawingFields.tsx';
import {
  ChannelFields,
  MoveFields,
  PriceFields,
  SilenceFields,
  VolumeFields,
} from './PriceConditions.tsx';
import { LevelFields, SignalFields, StudyFields } from './StudyConditions.tsx';

type ConditionsProps = {
  definition: JoinedConditions;
  form: FieldsForm;
  onChange: (change: Partial<JoinedConditions>) => void;
};

/** The conditions of an alert or of a trading rule, and how they are joined. */
export function Conditions({ definition, form, onChange }: ConditionsProps) {
  const { conditions, joined } = definition;
  const [furtherKind = 'price'] = form.kinds;
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
          onChange={(changed) => onChange({ conditions: conditions.with(index, changed) })}
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
            onChange({ conditions: [...conditions, firstCondition(furtherKind, form.source)] })
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
              id={`${form.idPrefix}joined.bars`}
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

type Props = Fields<AlertCondition['kind']> & {
  /** Null for the only condition. */
  onRemove: (() => void) | null;
};

/** One condition: its kind, and the fields of that kind. */
function ConditionFields(props: Props) {
  const { condition, form, onChange, onRemove, path } = props;
  const number = 1 + Number(path.split('.')[1]);
  // Silence is a condition for itself.
  const chosen = onRemove ? form.kinds.filter((kind) => kind !== 'silence') : form.kinds;
  const kinds = condition.kind === 'drawing' ? (['drawing'] as const) : chosen;
  return (
    <fieldset className={classes.condition} aria-label={`Condition ${number}`}>
      <div className={classes.kind}>
        <NativeSelect
          aria-label="Kind of condition"
          value={condition.kind}
          data={kinds.map((value) => ({ value, label: KIND_NAMES[value] }))}
          onChange={({ currentTarget }) => {
            const kind = form.kinds.find((one) => one === currentTarget.value);
            if (kind) onChange(firstCondition(kind, form.source));
          }}
        />
        {onRemove && (
          <ActionIcon
            variant="subtle"
            size={36}
            aria-label={`Remove condition ${number}`}
            onClick={onRemove}
          >
            <IconX size={16} stroke={1.75} />
          </ActionIcon>
        )}
      </div>
      <FieldsOf {...props} />
    </fieldset>
  );
}

function FieldsOf({ condition, ...props }: Props): ReactNode {
  switch (condition.kind) {
    case 'price':
      return <PriceFields {...props} condition={condition} />;
    case 'channel':
      return <ChannelFields {...props} condition={condition} />;
    case 'move':
      return <MoveFields {...props} condition={condition} />;
    case 'level':
      return <LevelFields {...props} condition={condition} />;
    case 'study':
      return <StudyFields {...props} condition={condition} />;
    case 'signal':
      return <SignalFields {...props} condition={condition} />;
    case 'volume':
      return <VolumeFields {...props} condition={condition} />;
    case 'silence':
      return <SilenceFields {...props} condition={condition} />;
    case 'drawing':
      return <DrawingFields {...props} condition={condition} />;
  }
}

/** Adds a further condition. */
function AddCondition({ onAdd }: { onAdd: () => void }) {
  return (
    <Button variant="default" size="sm" onClick={onAdd}>
      Add a condition
    </Button>
  );
}
