import { MARKET_HOURS, type Resolution } from '@moneytrail/calendar';
import { usePreferences } from '../../preferences/preferences.ts';
import type { ChosenKind } from './alert-draft.ts';
import { Conditions } from './Conditions.tsx';
import type { FieldsForm, JoinedConditions } from './condition-form.tsx';

/** Conditions that closed bars can fulfil; those on one price suit one instrument alone and come last. */
const KINDS: readonly ChosenKind[] = [
  'signal',
  'level',
  'study',
  'move',
  'volume',
  'channel',
  'price',
];

type Props = Pick<FieldsForm, 'idPrefix' | 'problemAt' | 'leave'> & {
  entry: JoinedConditions;
  resolution: Resolution;
  onChange: (entry: JoinedConditions) => void;
};

/** The conditions of a trading rule, which knows no chart: new ones begin with the inputs of this device's studies. */
export function EntryConditions({ entry, resolution, onChange, ...fields }: Props) {
  const { inputs } = usePreferences();
  const form: FieldsForm = {
    ...fields,
    kinds: KINDS,
    source: { price: Number.NaN, inputs },
    // Only drawings read the hours, and rules have none.
    market: { hours: MARKET_HOURS.crypto, resolution },
    isIndex: false,
    pickPrice: null,
  };
  return (
    <Conditions
      definition={entry}
      form={form}
      onChange={(change) => onChange({ ...entry, ...change })}
    />
  );
}
