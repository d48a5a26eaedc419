import { Button, NativeSelect, SegmentedControl } from '@mantine/core';
import { isResolution, RESOLUTION_LABELS, type Resolution } from '@moneytrail/calendar';
import { RECORD_SIDES, RECORD_SOURCES, RECORD_STRENGTHS } from '@moneytrail/contract';
import { IconSearch } from '@tabler/icons-react';
import { RECORD_SPANS, type RecordSearch } from '../../lib/record-search.ts';
import { isPublishedAt, type RecordQuestion } from './record-query.ts';
import classes from './SignalRecordPage.module.css';
import { RECORD_TEXTS, SOURCE_LABELS } from './texts.ts';

const SIDE_LABELS = { any: 'BUY and SELL', buy: 'BUY', sell: 'SELL' } as const;
const STRENGTH_LABELS = { any: 'All strengths', strong: 'Strong only' } as const;

type Props = {
  question: RecordQuestion;
  /** Those of the instrument; the chosen one alone while they load. */
  resolutions: readonly Resolution[];
  onChange: (changes: { [Name in keyof RecordSearch]?: RecordSearch[Name] | undefined }) => void;
  onFind: () => void;
};

/** The choice of marks. */
export function RecordControls({ question, resolutions, onChange, onFind }: Props) {
  const { symbol, resolution, source, side, strength, years } = question;
  return (
    <div className={classes.controls}>
      <Button
        variant="default"
        leftSection={<IconSearch size={16} stroke={1.75} aria-hidden="true" />}
        aria-label={`${symbol}. ${RECORD_TEXTS.choose}`}
        onClick={onFind}
      >
        {symbol}
      </Button>
      <NativeSelect
        aria-label="Interval"
        value={resolution}
        data={resolutions.map((value) => ({ value, label: RESOLUTION_LABELS[value] }))}
        onChange={({ currentTarget: { value } }) =>
          isResolution(value) && onChange({ resolution: value })
        }
      />
      <NativeSelect
        aria-label="Side"
        value={side}
        data={RECORD_SIDES.map((value) => ({ value, label: SIDE_LABELS[value] }))}
        onChange={({ currentTarget: { value } }) =>
          onChange({ side: RECORD_SIDES.find((each) => each === value) })
        }
      />
      <NativeSelect
        aria-label="Strength"
        value={strength}
        data={RECORD_STRENGTHS.map((value) => ({ value, label: STRENGTH_LABELS[value] }))}
        onChange={({ currentTarget: { value } }) =>
          onChange({ strength: RECORD_STRENGTHS.find((each) => each === value) })
        }
      />
      <NativeSelect
        aria-label="Span"
        value={years ?? ''}
        data={[
          { value: '', label: 'All bars' },
          ...RECORD_SPANS.map((value) => ({
            value,
            label: value === '1' ? 'Last year' : `Last ${value} years`,
          })),
        ]}
        onChange={({ currentTarget: { value } }) =>
          onChange({ years: RECORD_SPANS.find((each) => each === value) })
        }
      />
      <SegmentedControl
        aria-label="Marks"
        value={source}
        data={RECORD_SOURCES.map((value) => ({
          value,
          label: SOURCE_LABELS[value],
          disabled: value === 'ledger' && !isPublishedAt(resolution),
        }))}
        onChange={(value) => onChange({ source: RECORD_SOURCES.find((each) => each === value) })}
      />
    </div>
  );
}
