import { NativeSelect } from '@mantine/core';
import { INSTRUMENT_TYPES, type InstrumentType } from '@moneytrail/contract';
import classes from './SymbolSearch.module.css';

const LABELS: Readonly<Record<InstrumentType, string>> = {
  crypto: 'Crypto',
  forex: 'Forex',
  stock: 'Stocks',
  index: 'Indices',
  commodity: 'Commodities',
  futures: 'Futures',
  spread: 'Spreads',
  split: 'Splits',
};

type Props = {
  /** Null: all of them. */
  chosen: InstrumentType | null;
  onChoose: (type: InstrumentType | null) => void;
};

/** Which kind of instrument is searched. */
export function TypeSelect({ chosen, onChoose }: Props) {
  return (
    <NativeSelect
      aria-label="Type"
      size="md"
      className={classes.types ?? ''}
      value={chosen ?? ''}
      data={[
        { value: '', label: 'All types' },
        ...INSTRUMENT_TYPES.map((value) => ({ value, label: LABELS[value] })),
      ]}
      onChange={({ currentTarget: { value } }) =>
        onChoose(INSTRUMENT_TYPES.find((type) => type === value) ?? null)
      }
    />
  );
}
