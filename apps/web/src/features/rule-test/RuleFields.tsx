import { Checkbox, NativeSelect } from '@mantine/core';
import type { RuleExit, TradingRule } from '@moneytrail/contract';
import { NumberField } from '../../ui/form/NumberField.tsx';
import classes from './RuleEditor.module.css';
import { WHOLE } from './rule-draft.ts';

/** The form around the fields. */
export type FieldForm = {
  /** The problem that is shown at a path; undefined for none. */
  problemAt: (path: string) => string | undefined;
  leave: (path: string) => void;
};

type Props = {
  rule: TradingRule;
  form: FieldForm;
  onChange: (change: Partial<TradingRule>) => void;
};

type RuleNumberProps = {
  form: FieldForm;
  path: string;
  label: string;
  value: number;
  onChange: (value: number) => void;
};

/** A number at a path of the rule. */
function RuleNumber({ form, path, ...field }: RuleNumberProps) {
  return (
    <NumberField
      {...field}
      id={`rule-${path}`}
      problem={form.problemAt(path)}
      onLeave={() => form.leave(path)}
    />
  );
}

const DISTANCE_UNITS = [
  { value: '', label: 'none' },
  { value: 'percent', label: '% of the price' },
  { value: 'atr', label: 'ATR' },
];
const LEVELS = [
  { value: '', label: 'none' },
  { value: 'shortTerm', label: 'short-term' },
  { value: 'longTerm', label: 'long-term' },
];
const USUAL_SIZES = { percent: 5, atr: 2 } as const;
const USUAL_BARS = 20;

/** The exits, each of which may be left out. */
export function ExitFields({ rule, form, onChange }: Props) {
  const { exit } = rule;
  const { level, bars } = exit;
  const put = (changed: Partial<RuleExit>) => onChange({ exit: { ...exit, ...changed } });
  const hasBothSides = rule.long !== null && rule.short !== null;
  return (
    <>
      <Checkbox
        label="Opposite entry, which is taken there"
        description={hasBothSides ? undefined : 'It needs the entries of both sides.'}
        disabled={!hasBothSides}
        checked={exit.isOpposite}
        onChange={({ currentTarget: { checked } }) => put({ isOpposite: checked })}
      />
      <DistanceFields name="stop" label="Stop" exit={exit} form={form} onChange={put} />
      <DistanceFields name="target" label="Target" exit={exit} form={form} onChange={put} />
      <div className={classes.pair}>
        <NativeSelect
          label="Level on the far side"
          value={level ?? ''}
          data={LEVELS}
          onChange={({ currentTarget: { value } }) =>
            put({ level: value === 'shortTerm' || value === 'longTerm' ? value : null })
          }
        />
        <div className={classes.checked}>
          <Checkbox
            label="After bars"
            checked={bars !== null}
            onChange={({ currentTarget: { checked } }) =>
              put({ bars: checked ? USUAL_BARS : null })
            }
          />
          {bars !== null && (
            <RuleNumber
              form={form}
              path="exit.bars"
              label="Number of bars"
              value={bars}
              onChange={(value) => put({ bars: value })}
            />
          )}
        </div>
      </div>
    </>
  );
}

type DistanceProps = {
  name: 'stop' | 'target';
  label: string;
  exit: RuleExit;
  form: FieldForm;
  onChange: (change: Partial<RuleExit>) => void;
};

function DistanceFields({ name, label, exit, form, onChange }: DistanceProps) {
  const distance = exit[name];
  const put = (changed: RuleExit['stop']) =>
    onChange(name === 'stop' ? { stop: changed } : { target: changed });
  return (
    <div className={classes.pair}>
      <NativeSelect
        label={label}
        value={distance?.unit ?? ''}
        data={DISTANCE_UNITS}
        onChange={({ currentTarget: { value } }) => {
          const unit = value === 'percent' || value === 'atr' ? value : null;
          put(unit && { unit, size: USUAL_SIZES[unit] });
        }}
      />
      {distance && (
        <RuleNumber
          form={form}
          path={`exit.${name}.size`}
          label={`${label}, ${distance.unit === 'atr' ? 'ATR' : '%'}`}
          value={distance.size}
          onChange={(size) => put({ ...distance, size })}
        />
      )}
    </div>
  );
}

/** The size of a position; by risk only with a stop. */
export function SizeFields({ rule, form, onChange }: Props) {
  const { size, exit } = rule;
  const kinds = [
    { value: 'share', label: 'fixed share' },
    { value: 'risk', label: 'risk at the stop', disabled: exit.stop === null },
  ];
  return (
    <div className={classes.pair}>
      <NativeSelect
        label="Position"
        value={size.kind}
        data={kinds}
        onChange={({ currentTarget: { value } }) =>
          onChange({ size: value === 'risk' ? { kind: value, percent: 1 } : WHOLE })
        }
      />
      <RuleNumber
        form={form}
        path="size.percent"
        label="% of the equity"
        value={size.percent}
        onChange={(percent) => onChange({ size: { ...size, percent } })}
      />
    </div>
  );
}

const SPREADS = [
  { value: 'estimated', label: 'estimated' },
  { value: 'fixed', label: 'fixed' },
];
const USUAL_SPREAD = 0.1;

export function CostFields({ rule, form, onChange }: Props) {
  const { costs } = rule;
  const { spread, commissionPercent } = costs;
  const put = (changed: Partial<TradingRule['costs']>) =>
    onChange({ costs: { ...costs, ...changed } });
  return (
    <>
      <div className={classes.pair}>
        <NativeSelect
          label="Spread"
          value={spread.kind}
          data={SPREADS}
          onChange={({ currentTarget: { value } }) =>
            put({
              spread:
                value === 'fixed' ? { kind: value, percent: USUAL_SPREAD } : { kind: 'estimated' },
            })
          }
        />
        {spread.kind === 'fixed' && (
          <RuleNumber
            form={form}
            path="costs.spread.percent"
            label="Spread, %"
            value={spread.percent}
            onChange={(percent) => put({ spread: { kind: 'fixed', percent } })}
          />
        )}
      </div>
      <div className={classes.pair}>
        <RuleNumber
          form={form}
          path="costs.commissionPercent"
          label="Commission a side, %"
          value={commissionPercent}
          onChange={(percent) => put({ commissionPercent: percent })}
        />
        <span />
      </div>
    </>
  );
}
