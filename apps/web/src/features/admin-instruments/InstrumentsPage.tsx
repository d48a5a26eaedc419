import { Button, Loader } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { brandedTitle } from '../../lib/brand.ts';
import { paths } from '../../paths.ts';
import { ExchangeBlock } from './ExchangeBlock.tsx';
import classes from './InstrumentsPage.module.css';
import { exchangeInstrumentsQuery } from './instrument-queries.ts';
import { QuarantineDialog } from './QuarantineDialog.tsx';
import { RetryLine } from './RetryLine.tsx';
import { INSTRUMENT_TEXTS } from './texts.ts';

const { title, loading, noExchanges, failures } = INSTRUMENT_TEXTS;

/** Which instruments of every exchange are enabled, how their history stands, and which could be. */
export function InstrumentsPage() {
  useDocumentTitle(brandedTitle(title));
  const [isQuarantineOpen, setQuarantineOpen] = useState(false);
  const query = useQuery(exchangeInstrumentsQuery);
  const { data } = query;
  return (
    <div id="exchanges" className={classes.page} tabIndex={-1}>
      {data && data.exchanges.length > 0 && (
        <nav className={classes.exchanges} aria-label="Exchanges">
          {data.exchanges.map(({ exchange, enabled, isOffline }) => (
            <Link key={exchange} to={paths.instruments} hash={`exchange-${exchange}`}>
              {exchange} <span>{isOffline ? INSTRUMENT_TEXTS.offline : enabled.length}</span>
            </Link>
          ))}
          <Button size="xs" variant="default" onClick={() => setQuarantineOpen(true)}>
            {INSTRUMENT_TEXTS.quarantine.title}
          </Button>
        </nav>
      )}
      {query.isError && <RetryLine text={failures.exchanges} query={query} />}
      {query.isPending && <Loader aria-label={loading} className={classes.loader ?? ''} />}
      {data?.exchanges.length === 0 && <p>{noExchanges}</p>}
      {data?.exchanges.map((list) => (
        <ExchangeBlock key={list.exchange} list={list} />
      ))}
      {isQuarantineOpen && <QuarantineDialog onClose={() => setQuarantineOpen(false)} />}
    </div>
  );
}
