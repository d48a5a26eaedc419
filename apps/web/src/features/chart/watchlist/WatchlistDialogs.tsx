import { Button, Textarea } from '@mantine/core';
import {
  MAX_WATCHLIST_ENTRIES,
  resolveSymbols,
  type Watchlist,
  type WatchlistEntry,
} from '@moneytrail/contract';
import { type FormEvent, useState } from 'react';
import { authorizedRequest } from '../../../api/session/session.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { readSymbols } from './read-symbols.ts';
import classes from './WatchlistPanel.module.css';

type AddProps = {
  list: Watchlist;
  onAdd: (entries: WatchlistEntry[]) => void;
  onClose: () => void;
};

/** Adds pasted symbols, or those of a file: known ones are taken, and unknown ones named. */
export function AddSymbolsDialog({ list, onAdd, onClose }: AddProps) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [isAsking, setIsAsking] = useState(false);

  const add = async (event: FormEvent) => {
    event.preventDefault();
    setIsAsking(true);
    setProblem(null);
    try {
      const { entries, unknown } = await resolved(text, list.entries);
      const room = MAX_WATCHLIST_ENTRIES - list.entries.length;
      onAdd([...list.entries, ...entries.slice(0, room)]);
      const left = entries.length - room;
      if (unknown.length === 0 && left <= 0) return onClose();
      setText(unknown.join('\n'));
      setProblem(
        unknown.length > 0
          ? `Unknown: ${unknown.join(', ')}. The others were added.`
          : `The list holds ${MAX_WATCHLIST_ENTRIES} entries; ${left} were left out.`,
      );
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    } finally {
      setIsAsking(false);
    }
  };
  return (
    <Dialog title="Add symbols" width={440} onClose={onClose}>
      <form className={classes.form} onSubmit={(event) => void add(event)}>
        <Textarea
          label="Symbols"
          description="Separated by commas or lines; ### begins a section."
          rows={6}
          value={text}
          error={problem}
          data-autofocus
          onChange={({ currentTarget: { value } }) => setText(value)}
        />
        <label className={classes.file}>
          Import a text or CSV file
          <input
            type="file"
            accept=".txt,.csv,text/plain,text/csv"
            onChange={async ({ currentTarget: { files } }) => {
              const [file] = files ?? [];
              if (file) setText(await file.text());
            }}
          />
        </label>
        <Button type="submit" loading={isAsking} disabled={text.trim() === ''}>
          Add
        </Button>
      </form>
    </Dialog>
  );
}

/** The new entries that a text names, and the words that the server does not know. */
async function resolved(
  text: string,
  present: readonly WatchlistEntry[],
): Promise<{ entries: WatchlistEntry[]; unknown: string[] }> {
  const words = readSymbols(text);
  const asked = words.flatMap((each) => (each.kind === 'word' ? [each.word] : []));
  const body = { words: asked };
  const { found, unknown } = await authorizedRequest(
    resolveSymbols,
    { body },
    { isRepeatable: true },
  );
  const symbols = new Map(found.map(({ word, symbol }) => [word, symbol]));
  const seen = new Set(present.flatMap((entry) => (entry.kind === 'symbol' ? [entry.symbol] : [])));
  const entries = words.flatMap((each): WatchlistEntry[] => {
    if (each.kind === 'section') return [{ kind: 'section', name: each.name }];
    const symbol = symbols.get(each.word);
    if (symbol === undefined || seen.has(symbol)) return [];
    seen.add(symbol);
    return [{ kind: 'symbol', symbol, flag: null }];
  });
  return { entries, unknown };
}
