import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { readAnew } from './api/read-anew.ts';
import { PaywallHost } from './features/chart/paywall/PaywallHost.tsx';
import { usePaywall } from './features/chart/paywall/use-paywall.ts';
import { tickerOf } from './features/chart/search/match-symbols.ts';
import { SymbolFinder } from './features/chart/search/SymbolFinder.tsx';

type Choice = {
  /** Opens the search of symbols, which tells the choice. */
  onFind: (choose: (symbol: string) => void) => void;
  /** The unlock button of a locked instrument was pressed. */
  onUnlock: (symbol: string) => void;
};

type Props = {
  /** The data that are read again once an instrument is unlocked. */
  queryKey: QueryKey;
  children: (choice: Choice) => ReactNode;
};

/** A search of symbols that is open. */
type Finding = { text: string; choose: (symbol: string) => void };

/** A page with the search of symbols and the paywall over it. */
export function SymbolChoice({ queryKey, children }: Props) {
  const queryClient = useQueryClient();
  const paywall = usePaywall({ opensByItself: false });
  const [finding, setFinding] = useState<Finding | null>(null);
  const readData = () => void readAnew(queryClient, { queryKey });
  return (
    <>
      {children({
        onFind: (choose) => setFinding({ text: '', choose }),
        onUnlock: (symbol) => paywall.refuseSymbol(symbol, readData),
      })}
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
