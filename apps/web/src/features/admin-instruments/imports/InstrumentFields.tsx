import { NativeSelect, TextInput } from '@mantine/core';
import { MARKET_HOURS_IDS } from '@moneytrail/calendar';
import {
  FEED_EXCHANGES,
  type ImportAccess,
  type ImportRequest,
  INSTRUMENT_TYPES,
  type InstrumentType,
} from '@moneytrail/contract';

const ACCESS: readonly { value: ImportAccess; label: string }[] = [
  { value: 'signedIn', label: 'Everybody who is signed in' },
  { value: 'fullAccess', label: 'Everybody with full access' },
  ...FEED_EXCHANGES.map((value) => ({ value, label: `Full access and the right to ${value}` })),
];
const HOURS_NAMES: Readonly<Record<string, string>> = {
  crypto: 'All hours, every day (UTC)',
  forex: 'Forex, Sunday to Friday (New York)',
  metals: 'Metals, 18:00 to 17:00 (New York)',
  'us-stocks': 'US stocks, 9:30 to 16:00 (New York)',
  safex: 'Safex, 9:00 to 12:01 (Johannesburg)',
};
const HOURS = MARKET_HOURS_IDS.map((value) => ({
  value,
  label: HOURS_NAMES[value] ?? `Stock exchange ${value.toUpperCase()}`,
}));

/** The fields of an instrument made from files that an administrator chooses. */
export type ImportedFields = Pick<ImportRequest, 'description' | 'type' | 'marketHours' | 'access'>;

/** A field in words. */
export function describeImported<Name extends keyof ImportedFields>(
  name: Name,
  value: ImportedFields[Name],
): { label: string; text: string } {
  const textIn = (list: readonly { value: string; label: string }[]) =>
    list.find((each) => each.value === value)?.label ?? String(value);
  switch (name) {
    case 'access':
      return { label: LABELS.access, text: textIn(ACCESS) };
    case 'marketHours':
      return { label: LABELS.marketHours, text: textIn(HOURS) };
    default:
      return { label: LABELS[name], text: String(value) };
  }
}

const LABELS: Readonly<Record<keyof ImportedFields, string>> = {
  description: 'Name',
  type: 'Type',
  marketHours: 'Trading hours',
  access: 'Who may see it',
};

type Props = {
  fields: ImportedFields;
  change: (changes: Partial<ImportedFields>) => void;
  /** The instrument has bars: a further file changes its access alone. */
  isKept?: boolean;
};

export function InstrumentFields({ fields, change, isKept = false }: Props) {
  return (
    <>
      <TextInput
        label={LABELS.description}
        description={
          isKept ? 'Kept. Edit the instrument to change it.' : 'Shown in search and legend.'
        }
        disabled={isKept}
        required
        maxLength={200}
        value={fields.description}
        onChange={({ currentTarget }) => change({ description: currentTarget.value })}
      />
      <NativeSelect
        label={LABELS.type}
        disabled={isKept}
        data={[...INSTRUMENT_TYPES]}
        value={fields.type}
        onChange={({ currentTarget }) => change({ type: currentTarget.value as InstrumentType })}
      />
      <NativeSelect
        label={LABELS.marketHours}
        disabled={isKept}
        data={HOURS}
        value={fields.marketHours}
        onChange={({ currentTarget }) =>
          change({ marketHours: currentTarget.value as ImportRequest['marketHours'] })
        }
      />
      <NativeSelect
        label={LABELS.access}
        data={[...ACCESS]}
        value={fields.access}
        onChange={({ currentTarget }) => change({ access: currentTarget.value as ImportAccess })}
      />
    </>
  );
}
