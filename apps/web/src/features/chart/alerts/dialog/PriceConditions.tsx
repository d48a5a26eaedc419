import classes from './AlertDialog.module.css';
import {
  ALL_COMPARISONS,
  BORDERS,
  Choice,
  type Fields,
  PlainNumber,
  PriceValue,
} from './condition-form.tsx';

export function PriceFields({ condition, path, form, isFirst, onChange }: Fields<'price'>) {
  return (
    <>
      <Choice
        label="Comparison"
        value={condition.is}
        choices={ALL_COMPARISONS}
        onChange={(is) => onChange({ ...condition, is })}
      />
      <PriceValue
        form={form}
        path={`${path}.value`}
        label="Value"
        value={condition.value}
        isFirst={isFirst}
        onChange={(value) => onChange({ ...condition, value })}
      />
    </>
  );
}

export function ChannelFields({ condition, path, form, isFirst, onChange }: Fields<'channel'>) {
  return (
    <>
      <Choice
        label="Border"
        value={condition.price}
        choices={BORDERS}
        onChange={(price) => onChange({ ...condition, price })}
      />
      <div className={classes.pair}>
        <PriceValue
          form={form}
          path={`${path}.low`}
          label="From"
          value={condition.low}
          isFirst={isFirst}
          onChange={(low) => onChange({ ...condition, low })}
        />
        <PriceValue
          form={form}
          path={`${path}.high`}
          label="To"
          value={condition.high}
          onChange={(high) => onChange({ ...condition, high })}
        />
      </div>
    </>
  );
}

const DIRECTIONS = [
  { value: 'either', label: 'up or down' },
  { value: 'up', label: 'up' },
  { value: 'down', label: 'down' },
] as const;
const UNITS = [
  { value: 'percent', label: '%' },
  { value: 'price', label: 'in price' },
] as const;

export function MoveFields({ condition, path, form, onChange }: Fields<'move'>) {
  return (
    <>
      <div className={classes.pair}>
        <Choice
          label="Direction"
          value={condition.direction}
          choices={DIRECTIONS}
          onChange={(direction) => onChange({ ...condition, direction })}
        />
        <Choice
          label="Unit"
          value={condition.unit}
          choices={UNITS}
          onChange={(unit) => onChange({ ...condition, unit })}
        />
      </div>
      <div className={classes.pair}>
        <PlainNumber
          form={form}
          path={`${path}.size`}
          label="By at least"
          value={condition.size}
          onChange={(size) => onChange({ ...condition, size })}
        />
        <PlainNumber
          form={form}
          path={`${path}.bars`}
          label="Within bars"
          value={condition.bars}
          onChange={(bars) => onChange({ ...condition, bars })}
        />
      </div>
    </>
  );
}

export function VolumeFields({ condition, path, form, onChange }: Fields<'volume'>) {
  return (
    <div className={classes.pair}>
      <PlainNumber
        form={form}
        path={`${path}.times`}
        label="Above, times"
        value={condition.times}
        onChange={(times) => onChange({ ...condition, times })}
      />
      <PlainNumber
        form={form}
        path={`${path}.bars`}
        label="Average of bars"
        value={condition.bars}
        onChange={(bars) => onChange({ ...condition, bars })}
      />
    </div>
  );
}

export function SilenceFields({ condition, path, form, onChange }: Fields<'silence'>) {
  return (
    <PlainNumber
      form={form}
      path={`${path}.minutes`}
      label="Minutes without a price"
      value={condition.minutes}
      onChange={(minutes) => onChange({ ...condition, minutes })}
    />
  );
}
