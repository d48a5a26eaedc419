import { LazyPart, lazyPart } from '../../../ui/LazyPart.tsx';
import type { Paywall } from './use-paywall.ts';

const paywallDialog = lazyPart(async () => (await import('./PaywallDialog.tsx')).PaywallDialog);

/** The paywall, while it is open. */
export function PaywallHost({ paywall }: { paywall: Paywall }) {
  const { shown, close, leave } = paywall;
  if (!shown) return null;
  return <LazyPart part={paywallDialog} props={{ shown, close, leave }} onGiveUp={leave} />;
}
