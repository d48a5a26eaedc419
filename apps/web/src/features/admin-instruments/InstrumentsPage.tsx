import { Button, Loader } from '@mantine/core';
import { type ExchangeInstruments, IMPORTED } from '@moneytrail/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { serverClock } from '../../api/server-clock.ts';
import { deviceZone, formatClock, formatMoment, formatSince } from '../../lib/format-time.ts';
import { paths } from '../../paths.ts';
import { usePageTitle } from '../../stores/use-page-title.ts';
import { Chip } from '../../ui/Chip.tsx';
import { AvailableCard } from './AvailableCard.tsx';
import { ContractsCard } from './ContractsCard.tsx';
import { EnabledCard } from './EnabledCard.tsx';
import classes from './InstrumentsPage.module.css';
import { ImportDrop } from './imports/ImportDrop.tsx';
import { exchangeInstrumentsQuery } from './instrument-queries.ts';
import { QuarantineDialog } from './quarantine/QuarantineDialog.tsx';
import { RetryLine } from './RowControls.tsx';
import { INSTRUMENT_TEXTS } from './texts.ts';

const { title, loading, noExchanges, failures } = INSTRUMENT_TEXTS;

export function InstrumentsPage() {
  usePageTitle(title);
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

function ExchangeBlock({ list }: { list: ExchangeInstruments }) {
  const { exchange, isOffline, isSimulated, reachedLimit, listSyncedAt } = list;
  const title = `exchange-${exchange}`;
  return (
    <section className={classes.block} data-exchange={exchange} aria-labelledby={title}>
      <header className={classes.head}>
        <h2 id={title}>
          {exchange}{' '}
          {isOffline && <span className={classes.offline}>{INSTRUMENT_TEXTS.offline}</span>}
        </h2>
        {isSimulated && <Chip kind="warning">Simulated</Chip>}
        {reachedLimit && <Chip kind="warning">{limitText(reachedLimit)}</Chip>}
        {exchange !== IMPORTED && <ListAge at={listSyncedAt} />}
      </header>
      <div className={classes.cards}>
        <EnabledCard list={list} />
        {exchange === IMPORTED ? (
          <ImportDrop />
        ) : exchange === 'BVG' ? (
          <ContractsCard list={list} />
        ) : (
          <AvailableCard list={list} exchange={exchange} />
        )}
      </div>
    </section>
  );
}

/** `Limit reached: 37 calls put off since 14:05` */
function limitText({ since, heldBackCalls }: NonNullable<ExchangeInstruments['reachedLimit']>) {
  const calls = heldBackCalls === 1 ? '1 call' : `${heldBackCalls.toLocaleString('en-US')} calls`;
  return `Limit reached: ${calls} put off since ${formatClock(Date.parse(since), deviceZone())}`;
}

/** Age of the vendor's list. */
function ListAge({ at }: { at: string | null }) {
  if (at === null) return <span className={classes.age}>List not loaded yet</span>;
  const ms = Date.parse(at);
  return (
    <time className={classes.age} dateTime={at} title={formatMoment(ms, deviceZone())}>
      List read {formatSince(ms, serverClock.now(), deviceZone())}
    </time>
  );
}
