import { Button, NativeSelect } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { ERROR_SOURCES, type ErrorEntry } from '@moneytrail/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { brandedTitle } from '../../../lib/brand.ts';
import { readErrorsSearch } from '../../../lib/operations-search.ts';
import { SearchInput } from '../../../ui/form/SearchInput.tsx';
import { ListedTable } from '../ListedTable.tsx';
import classes from '../OperationsPage.module.css';
import { OPERATIONS_TEXTS } from '../texts.ts';
import { useListed } from '../use-listed.ts';
import { useOperationsRoute } from '../use-operations-route.ts';
import { ContextDialog } from './ContextDialog.tsx';
import { errorColumns } from './error-columns.tsx';
import { errorsQuery } from './errors-query.ts';

const TEXTS = OPERATIONS_TEXTS.errors;

/** What went wrong lately, in the server and in pages. */
export function ErrorsPage() {
  useDocumentTitle(brandedTitle(TEXTS.title));
  const { search, change } = useOperationsRoute(readErrorsSearch);
  const listed = useListed(useInfiniteQuery(errorsQuery(search)));
  const [open, setOpen] = useState<ErrorEntry | null>(null);
  const columns = useMemo(() => errorColumns(setOpen), []);
  const isFiltered = search.q !== undefined || search.source !== undefined;
  return (
    <div className={classes.page} id="errors" tabIndex={-1}>
      <h2 className={classes.title}>{TEXTS.title}</h2>
      <search className={classes.bar}>
        <SearchInput
          className={classes.search}
          label="Search errors"
          placeholder="Message or context"
          value={search.q}
          onAsk={(q) => change({ q })}
        />
        <NativeSelect
          aria-label="Source"
          className={classes.filter ?? ''}
          data={[{ value: '', label: 'Any source' }, ...ERROR_SOURCES]}
          value={search.source ?? ''}
          onChange={({ currentTarget: { value } }) =>
            change({ source: ERROR_SOURCES.find((source) => source === value) })
          }
        />
      </search>
      <ListedTable
        listed={listed}
        columns={columns}
        rowId={({ _id }) => _id}
        texts={TEXTS}
        emptyAction={
          isFiltered && (
            <Button variant="default" onClick={() => change({ q: undefined, source: undefined })}>
              Show all errors
            </Button>
          )
        }
        onOpen={setOpen}
      />
      {open && <ContextDialog entry={open} onClose={() => setOpen(null)} />}
    </div>
  );
}
