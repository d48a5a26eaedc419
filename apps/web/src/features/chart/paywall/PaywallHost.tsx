import { useSearch } from '@tanstack/react-router';
import { readAccountSearch } from '../../../lib/account-search.ts';
import { LazyPart, lazyPart } from '../../../ui/LazyPart.tsx';
import type { Paywall } from './use-paywall.ts';

const paywallDialog = lazyPart(async () => (await import('./PaywallDialog.tsx')).PaywallDialog);

/** The paywall while it is open; the account dialog takes precedence. */
export function PaywallHost({ paywall }: { paywall: Paywall }) {
  const { shown, close, leave } = paywall;
  const { account } = readAccountSearch(useSearch({ strict: false }));
  if (!shown || account) return null;
  return <LazyPart part={paywallDialog} props={{ shown, close, leave }} onGiveUp={leave} />;
}
