import { useQueryClient } from '@tanstack/react-query';
import { readAnew } from './api/read-anew.ts';
import { EmbeddedChart } from './features/chart/embedded/EmbeddedChart.tsx';
import { PaywallHost } from './features/chart/paywall/PaywallHost.tsx';
import { usePaywall } from './features/chart/paywall/use-paywall.ts';
import { useFeedStates } from './features/chart/screen/use-feed-states.ts';
import { PriceSignalsPage } from './features/price-signals/PriceSignalsPage.tsx';
import { signalListQuery } from './features/price-signals/signal-queries.ts';

/** The signal cards with charts in them, and the paywall over them. */
export function PriceSignals() {
  const queryClient = useQueryClient();
  const paywall = usePaywall({ opensByItself: false });
  useFeedStates();
  const readSignals = () => void readAnew(queryClient, { queryKey: signalListQuery.queryKey });
  return (
    <>
      <PriceSignalsPage
        Chart={EmbeddedChart}
        onUnlock={({ symbol }) => paywall.refuseSymbol(symbol, readSignals)}
      />
      <PaywallHost paywall={paywall} />
    </>
  );
}
