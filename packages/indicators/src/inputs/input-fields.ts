import { PRICE_SOURCES, type PriceSource } from '../columns/price-source.ts';
import { DEFAULT_INPUTS, type InputName } from './study-inputs.ts';

/** A whole number within a range, both ends included. */
export type IntegerField = {
  readonly name: Exclude<InputName, 'source'>;
  readonly label: string;
  readonly kind: 'integer';
  readonly min: number;
  readonly max: number;
  readonly default: number;
};

/** The choice of a price. */
export type SourceField = {
  readonly name: 'source';
  readonly label: string;
  readonly kind: 'source';
  readonly options: readonly PriceSource[];
  readonly default: PriceSource;
};

/** One input as a form shows it and as it is checked. */
export type InputField = IntegerField | SourceField;

const integer = (
  name: IntegerField['name'],
  label: string,
  [min, max]: readonly [number, number],
): IntegerField => ({ name, label, kind: 'integer', min, max, default: DEFAULT_INPUTS[name] });

/** Label and range of every input: the one table of them. */
export const INPUT_FIELDS = {
  source: {
    name: 'source',
    label: 'Source',
    kind: 'source',
    options: PRICE_SOURCES,
    default: DEFAULT_INPUTS.source,
  },
  shortTermLength: integer('shortTermLength', 'Short-term length', [10, 50]),
  longTermLength: integer('longTermLength', 'Long-term length', [50, 200]),
  length: integer('length', 'Deployment and liquidity-spread length', [15, 100]),
  longInput: integer('longInput', 'Long input', [-3000, 3000]),
  shortInput: integer('shortInput', 'Short input', [-3000, 3000]),
  comboShortRange: integer('comboShortRange', 'Combo short range', [1, 100]),
  comboLongRange: integer('comboLongRange', 'Combo long range', [50, 200]),
} as const satisfies Record<InputName, InputField>;

/** Every input's name, in the order of a form. */
export const INPUT_NAMES: readonly InputName[] = Object.values(INPUT_FIELDS).map(
  (field) => field.name,
);
