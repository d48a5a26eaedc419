import { type ComboboxItem, type OptionsFilter, Select } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { findRegions, listRegions, regionLabel } from '../../lib/phone-number.ts';
import classes from './PhoneFields.module.css';
import { FORM_TEXTS } from './texts.ts';

type Props = { value: string; onChange: (code: string) => void };

const REGIONS = listRegions();
const REGION_OF = new Map(REGIONS.map((region) => [region.code as string, region]));
const optionOf = ({ code }: { code: string }) => ({ value: code, label: code });
const OPTIONS = REGIONS.map(optionOf);
/** A disabled option: screen readers ignore an empty listbox. */
const NONE_FOUND = { value: '', label: 'No country found', disabled: true };

function labelOf({ value, label }: ComboboxItem): string {
  const region = REGION_OF.get(value);
  return region ? regionLabel(region) : label;
}

const searchRegions: OptionsFilter = ({ search }) => {
  const found = findRegions(REGIONS, search).map(optionOf);
  return found.length > 0 ? found : [NONE_FOUND];
};

/** Options read 'Name (CODE)' and match either, the best match first; the chosen one shows its code. */
export function CountrySelect({ value, onChange }: Props) {
  const [search, setSearch] = useState(value);
  return (
    <Select
      label={FORM_TEXTS.country}
      className={classes.country ?? ''}
      classNames={{ options: classes.countries ?? '', option: classes.option ?? '' }}
      data={OPTIONS}
      value={value}
      onChange={(code) => code !== null && onChange(code)}
      searchable
      searchValue={search}
      onSearchChange={setSearch}
      onDropdownOpen={() => setSearch('')}
      onDropdownClose={() => setSearch(value)}
      filter={searchRegions}
      renderOption={({ option, checked }) => (
        <>
          <span className={classes.name}>{labelOf(option)}</span>
          {checked && <IconCheck size={16} stroke={1.75} aria-hidden="true" />}
        </>
      )}
      placeholder="Search"
      allowDeselect={false}
      withScrollArea={false}
      comboboxProps={{ width: 280, position: 'bottom-start', shadow: 'md', withinPortal: false }}
      autoComplete="off"
    />
  );
}
