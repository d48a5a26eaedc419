import { NativeSelect } from '@mantine/core';
import type { AlertDefinition } from '@moneytrail/contract';
import { instrumentWords } from '../../../../lib/ticker-code.ts';
import { useWatchlists } from '../../watchlist/use-watchlists.ts';
import { alertWords, NO_NAMES } from '../alert-words.ts';
import classes from './AlertDialog.module.css';

type Props = {
  definition: AlertDefinition;
  onChange: (watchlist: number | undefined) => void;
};

/** The choice of what an alert watches: its instrument, or every instrument of one of the user's watchlists. */
export function WatchedField({ definition, onChange }: Props) {
  const { symbol, watchlist, conditions } = definition;
  const { data } = useWatchlists();
  const lists = data ?? [];
  const { interval } = alertWords(definition, NO_NAMES);
  const instrument = `${instrumentWords(symbol)} · ${interval}`;
  // A drawing belongs to one instrument.
  const isOfDrawing = conditions.some(({ kind }) => kind === 'drawing');
  if (isOfDrawing || (lists.length === 0 && watchlist === undefined)) {
    return <p className={classes.quiet}>{instrument}</p>;
  }
  const items = lists.map(({ id, name, entries }) => {
    const count = entries.filter(({ kind }) => kind === 'symbol').length;
    return { value: String(id), label: `${name} (${count}) · ${interval}` };
  });
  const isUnknown = watchlist !== undefined && !lists.some(({ id }) => id === watchlist);
  const label = data ? 'Deleted watchlist' : 'A watchlist';
  const unknown = isUnknown ? [{ value: String(watchlist), label }] : [];
  const hasOnePrice = conditions.some(({ kind }) => kind === 'price' || kind === 'channel');
  return (
    <NativeSelect
      label="Watches"
      value={String(watchlist ?? '')}
      data={[
        { value: '', label: instrument },
        { group: 'Every instrument of a watchlist', items: [...items, ...unknown] },
      ]}
      description={
        watchlist !== undefined &&
        hasOnePrice &&
        'Each instrument is compared with the same price. A move in percent or a level fits a list better.'
      }
      inputWrapperOrder={['label', 'input', 'description']}
      onChange={({ currentTarget: { value } }) =>
        onChange(value === '' ? undefined : Number(value))
      }
    />
  );
}
