import type { EnabledInstrument, ExchangeInstruments } from '@moneytrail/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useIsPhone } from '../../ui/hooks/use-is-phone.ts';
import { VirtualList } from '../../ui/VirtualList.tsx';
import { CoverageDialog } from './CoverageDialog.tsx';
import { type EnabledCalls, EnabledRow } from './EnabledRow.tsx';
import { InstrumentCard } from './InstrumentCard.tsx';
import { backfillsQuery, rowKey } from './instrument-queries.ts';
import { RetryLine } from './RetryLine.tsx';
import { LIST_PX, PHONE_ROW_PX, ROW_PX } from './row-sizes.ts';
import { INSTRUMENT_TEXTS } from './texts.ts';
import { useCancellations, useResyncs } from './use-backfill-calls.ts';
import { useToggles } from './use-toggles.ts';

const { enabled: TITLE, searchEnabled, noEnabled, noMatch, failures } = INSTRUMENT_TEXTS;

function matches({ code, description }: EnabledInstrument, search: string): boolean {
  return code.toLowerCase().includes(search) || description.toLowerCase().includes(search);
}

/** The enabled instruments of an exchange, how the history of each stands, and what can be done about it. */
export function EnabledCard({ list }: { list: ExchangeInstruments }) {
  const { exchange, enabled, isOffline } = list;
  const isPhone = useIsPhone();
  const [text, setText] = useState('');
  const [covered, setCovered] = useState<string | null>(null);
  const backfills = useQuery(backfillsQuery);
  const calls: EnabledCalls = {
    toggles: useToggles(exchange),
    resyncs: useResyncs(exchange),
    cancellations: useCancellations(exchange),
  };
  const search = text.trim().toLowerCase();
  const rows = enabled.filter((instrument) => matches(instrument, search));
  return (
    <InstrumentCard
      title={TITLE}
      count={enabled.length}
      search={{ label: `${searchEnabled}: ${exchange}`, text, setText }}
    >
      {backfills.isError && <RetryLine text={failures.statuses} query={backfills} />}
      {rows.length === 0 ? (
        <p>{enabled.length === 0 ? noEnabled : noMatch}</p>
      ) : (
        <VirtualList
          rows={rows}
          label={`${TITLE}: ${exchange}`}
          keyOf={({ code }) => code}
          rowPx={isPhone ? PHONE_ROW_PX : ROW_PX}
          maxHeightPx={LIST_PX}
        >
          {(instrument) => (
            <EnabledRow
              exchange={exchange}
              instrument={instrument}
              status={backfills.data?.get(rowKey(exchange, instrument.code))}
              isOffline={isOffline}
              calls={calls}
              onShowCoverage={() => setCovered(instrument.code)}
            />
          )}
        </VirtualList>
      )}
      {covered !== null && (
        <CoverageDialog exchange={exchange} code={covered} onClose={() => setCovered(null)} />
      )}
    </InstrumentCard>
  );
}
