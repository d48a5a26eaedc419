import { type ComboboxItem, type OptionsFilter, Select } from '@mantine/core';
import { useState } from 'react';
import { listRegions, matchesRegion, regionLabel } from '../../lib/regions.ts';
import classes from './PhoneFields.module.css';

type Props = { value: string; onChange: (code: string) => void };

const REGIONS = listRegions();
const REGION_OF = new Map(REGIONS.map((region) => [region.code as string, region]));
const OPTIONS = REGIONS.map(({ code }) => ({ value: code, label: code }));

function labelOf(code: string): string {
  const region = REGION_OF.get(code);
  return region ? regionLabel(region) : code;
}

const filterByName: OptionsFilter = ({ options, search }) =>
  options.filter((option) => {
    const region = REGION_OF.get((option as ComboboxItem).value);
    return region !== undefined && matchesRegion(region, search);
  });

/** A country: listed as 'Name (CODE)' and found by either, shown by its code once it is chosen. */
export function CountrySelect({ value, onChange }: Props) {
  const [search, setSearch] = useState(value);
  return (
    <Select
      label="Country"
      className={classes.country ?? ''}
      data={OPTIONS}
      value={value}
      onChange={(code) => code !== null && onChange(code)}
      searchable
      searchValue={search}
      onSearchChange={setSearch}
      onDropdownOpen={() => setSearch('')}
      onDropdownClose={() => setSearch(value)}
      filter={filterByName}
      renderOption={({ option }) => labelOf(option.value)}
      nothingFoundMessage="No country found"
      allowDeselect={false}
      maxDropdownHeight={264}
      comboboxProps={{ width: 280, position: 'bottom-start', withinPortal: false }}
      autoComplete="off"
    />
  );
}
