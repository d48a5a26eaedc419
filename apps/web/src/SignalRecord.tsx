import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { readAnew } from './api/read-anew.ts';
import { PaywallHost } from './features/chart/paywall/PaywallHost.tsx';
import { usePaywall } from './features/chart/paywall/use-paywall.ts';
import { tickerOf } from './features/chart/search/match-symbols.ts';
import { SymbolFinder } from './features/chart/search/SymbolFinder.tsx';
import { SignalRecordPage } from './features/signal-record/SignalRecordPage.tsx';

/** A search of symbols that is open. */
type Finding = { text: string; choose: (symbol: string) => void };

/** The record of signals, with the search of symbols and the paywall over it. */
export function SignalRecord() {
  const queryClient = useQueryClient();
  const paywall = usePaywall({ opensByItself: false });
  const [finding, setFinding] = useState<Finding | null>(null);
  const readRecords = () => void readAnew(queryClient, { queryKey: ['signalRecord'] });
  return (
    <>
      <SignalRecordPage
        onFind={(choose) => setFinding({ text: '', choose })}
        onUnlock={(symbol) => paywall.refuseSymbol(symbol, readRecords)}
      />
      {finding && (
        <SymbolFinder
          title="Symbol search"
          keys="Enter chooses · Shift+Enter stars"
          text={finding.text}
          onText={(text) => setFinding({ ...finding, text })}
          refuse={paywall.refuse}
          onClose={() => setFinding(null)}
          onChoose={(row) => {
            finding.choose(tickerOf(row));
            setFinding(null);
          }}
        />
      )}
      <PaywallHost paywall={paywall} />
    </>
  );
}
