import { Button } from '@mantine/core';
import { IconSearchOff } from '@tabler/icons-react';
import { LoadFailed } from '../notices/LoadFailed.tsx';
import classes from './SymbolSearch.module.css';
import type { SymbolSearch } from './use-symbol-search.ts';

type Props = { search: SymbolSearch; onClear: () => void };

/** Why the list is empty, and what helps. */
export function NoSymbols({ search, onClear }: Props) {
  const { error, retry, isLoading, isAsking } = search;
  if (error) {
    return (
      <div className={classes.failed}>
        <LoadFailed what="the symbols" error={error} onRetry={retry} />
      </div>
    );
  }
  if (isLoading || isAsking) {
    return (
      <p className={classes.empty} role="status">
        {isLoading ? 'Loading symbols…' : 'Searching…'}
      </p>
    );
  }
  return (
    <div className={classes.empty} role="status">
      <IconSearchOff size={40} stroke={1.5} aria-hidden="true" />
      <p>No symbol matches.</p>
      <Button variant="default" onClick={onClear}>
        Show all symbols
      </Button>
    </div>
  );
}
