import { type ComboboxItem, type OptionsFilter, Select } from '@mantine/core';
import type { AnyFigure, ScreenColumn } from '@moneytrail/contract';
import { useState } from 'react';
import { loadTechnicalStudies } from '../../stores/technical-studies.ts';
import classes from './FigureSelect.module.css';
import { columnChoices, type FigureChoice, figureChoices, findChoices } from './figure-choices.ts';
import { useStudyNames } from './use-study-names.ts';

type Props<Value extends ScreenColumn> = {
  label: string;
  /** Null for a choice that starts anew with every press. */
  value: Value | null;
  /** Columns that are not offered. */
  without?: readonly ScreenColumn[];
  size?: 'xs';
  className?: string;
  onChange: (value: Value) => void;
};

const optionOf = ({ value, shortName }: FigureChoice) => ({ value, label: shortName });
/** A disabled option: screen readers ignore an empty listbox. */
const NONE_FOUND = { value: '', label: 'No figure found', disabled: true };
const NOTES = {
  loading: 'Indicators are loading…',
  failed: 'Indicators could not be loaded',
} as const;

export function FigureSelect(props: Props<AnyFigure> & { hasFacts?: false }): React.JSX.Element;
export function FigureSelect(props: Props<ScreenColumn> & { hasFacts: true }): React.JSX.Element;
/** A figure of the product or of a study, found by its names; columns that are no figures too (`hasFacts`). */
export function FigureSelect(
  props: (Props<AnyFigure> & { hasFacts?: false }) | (Props<ScreenColumn> & { hasFacts: true }),
) {
  const { label, value, without = [], size, className } = props;
  const code = useStudyNames(value?.includes('-') ?? false);
  const [search, setSearch] = useState('');
  const all = props.hasFacts ? columnChoices() : figureChoices();
  const choices = all.filter((each) => !without.includes(each.value));
  const byValue = new Map<string, FigureChoice>(choices.map((each) => [each.value, each]));
  const chosen = value === null ? '' : (byValue.get(value)?.shortName ?? value);
  const groups = [...new Set(choices.map(({ group }) => group))];
  const note =
    code === 'loading' || code === 'failed'
      ? [{ value: code, label: NOTES[code], disabled: true }]
      : [];
  const filter: OptionsFilter = ({ options, search: text }) => {
    if (text.trim() === '') return options;
    const found = findChoices(text, choices).map(optionOf);
    return found.length > 0 ? [...found, ...note] : [...note, NONE_FOUND].slice(0, 1);
  };
  const change = (next: string | null) => {
    const choice = next === null ? undefined : byValue.get(next);
    // The overloads tie the kind of the choices to the handler.
    if (choice) (props.onChange as (value: ScreenColumn) => void)(choice.value);
  };
  return (
    <Select
      label={label}
      {...(size && { size })}
      {...(className && { className })}
      classNames={{ option: classes.option ?? '' }}
      data={[
        ...groups.map((group) => ({
          group,
          items: choices.filter((each) => each.group === group).map(optionOf),
        })),
        ...note,
      ]}
      value={value}
      onChange={change}
      searchable
      searchValue={search}
      onSearchChange={setSearch}
      onDropdownOpen={() => {
        setSearch('');
        void loadTechnicalStudies();
      }}
      onDropdownClose={() => setSearch(chosen)}
      filter={filter}
      renderOption={({ option }) => <Option option={option} choice={byValue.get(option.value)} />}
      placeholder={value === null ? 'Search figures and indicators' : chosen}
      allowDeselect={false}
      autoSelectOnBlur={false}
      maxDropdownHeight={320}
      comboboxProps={{ width: 340, position: 'bottom-start', shadow: 'md', withinPortal: true }}
      autoComplete="off"
    />
  );
}

/** The short name, and the whole one where it says more. */
function Option({ option, choice }: { option: ComboboxItem; choice: FigureChoice | undefined }) {
  const whole =
    choice?.value.includes('-') && choice.name !== choice.shortName ? choice.name : null;
  return (
    <span className={classes.names}>
      <span>{option.label}</span>
      {whole !== null && <span className={classes.whole}>{whole}</span>}
    </span>
  );
}
