import { PRICE_SOURCES, type PriceSource } from '../columns/price-source.ts';
import {
  DEFAULT_INPUTS,
  type InputField,
  type InputName,
  type InputValues,
  inputProblems,
  soundInputs,
} from '../inputs.ts';
import { STUDIES } from './catalogue.ts';
import type { HouseDefinition, StudyDefinition, StudyId } from './study.ts';

/** The problem of an input of any study, in words for the user. */
export type StudyInputIssue = { readonly input: string; readonly message: string };

export function isHouseId(id: string): id is StudyId {
  return STUDIES.some((study) => study.id === id);
}

export function isHouse(definition: StudyDefinition): definition is HouseDefinition {
  return isHouseId(definition.id);
}

/** The values that a study starts with. */
export function defaultInputs({ inputs }: Pick<StudyDefinition, 'inputs'>): InputValues {
  return Object.fromEntries(inputs.map((field) => [field.name, field.default]));
}

/** `rsi-2.rsi` as `{ key, output }`: the output of another study of the chart; null for a price. */
export function studySource(source: unknown): { key: string; output: string } | null {
  const found =
    typeof source === 'string' ? /^([a-zA-Z]+(?:-\d+)?)\.([a-zA-Z]+)$/.exec(source) : null;
  return found ? { key: found[1] ?? '', output: found[2] ?? '' } : null;
}

/** A price of an instrument that the chart compares with its own. */
export type InstrumentSource = { price: PriceSource; symbol: string };

/** The input `source` for a price of a compared instrument: `close@Bitfinex:ETH/USD`. */
export function instrumentSourceName({ price, symbol }: InstrumentSource): string {
  return `${price}@${symbol}`;
}

/** The compared instrument and the price that an input `source` names; null for any other source. */
export function instrumentSource(source: unknown): InstrumentSource | null {
  const [, name, symbol] = typeof source === 'string' ? (/^(\w+)@(.+)$/.exec(source) ?? []) : [];
  const price = PRICE_SOURCES.find((one) => one === name);
  return price && symbol ? { price, symbol } : null;
}

/** A source is a price of the bar, an output of another study of the chart, or a price of a compared instrument. */
function isSource(value: unknown): boolean {
  return studySource(value) !== null || instrumentSource(value) !== null;
}

function isAllowed(field: InputField, value: unknown): boolean {
  if (field.kind === 'source') {
    return field.options.some((option) => option === value) || isSource(value);
  }
  if (field.kind === 'choice') return field.options.some((option) => option.value === value);
  if (typeof value !== 'number' || !(value >= field.min && value <= field.max)) return false;
  return field.kind === 'decimal' || Number.isInteger(value);
}

function wanted(field: InputField): string {
  if (field.kind === 'source') return `one of ${field.options.join(', ')}`;
  if (field.kind === 'choice') {
    return `one of ${field.options.map(({ label }) => label).join(', ')}`;
  }
  const number = field.kind === 'integer' ? 'a whole number' : 'a number';
  return `${number} from ${field.min} to ${field.max}`;
}

/** The problems of a study's inputs; empty if it can be computed from them. */
export function studyInputProblems(
  study: Pick<StudyDefinition, 'id' | 'inputs'>,
  values: InputValues,
): StudyInputIssue[] {
  const house = STUDIES.find(({ id }) => id === study.id);
  if (house) {
    const names: InputName[] = house.inputs.map(({ name }) => name);
    return inputProblems({ ...DEFAULT_INPUTS, ...values }, names);
  }
  return study.inputs.flatMap((field) => {
    const value = values[field.name];
    if (isAllowed(field, value)) return [];
    return [
      { input: field.name, message: `${field.label} must be ${wanted(field)}, not ${value}.` },
    ];
  });
}

/** Makes stored inputs usable: values out of range get their default. A study of the house has all inputs of the house. */
export function soundStudyInputs(
  study: Pick<StudyDefinition, 'id' | 'inputs'>,
  stored: Readonly<Record<string, unknown>>,
): InputValues {
  if (isHouseId(study.id)) return soundInputs(stored);
  return Object.fromEntries(
    study.inputs.map((field): [string, number | string] => {
      const value = stored[field.name];
      const isText = typeof value === 'number' || typeof value === 'string';
      return [field.name, isText && isAllowed(field, value) ? value : field.default];
    }),
  );
}
