import type { LemonClient } from './lemon-client.ts';
import { price, store, type WireSubscription } from './lemon-wire.ts';
import type { ProviderSubscription } from './payment-provider.ts';

/** The currency of a store; its prices name none. */
export async function currencyOf(client: LemonClient, storeId: string, signal: AbortSignal) {
  const path = `/stores/${encodeURIComponent(storeId)}`;
  const { data } = await client.ask(store, { method: 'GET', path, signal });
  return data.attributes.currency;
}

/** Reads what is paid each period; what one price and the store's currency are never changes, and is asked once. */
export function createPriceReader(client: LemonClient, storeId: string) {
  const amounts = new Map<string, number | null>();
  let currency: string | null = null;

  async function amountOf(id: string, signal: AbortSignal): Promise<number | null> {
    const known = amounts.get(id);
    if (known !== undefined) return known;
    const path = `/prices/${encodeURIComponent(id)}`;
    const { data } = await client.ask(price, { method: 'GET', path, signal });
    const amount = data.attributes.unit_price ?? null;
    amounts.set(id, amount);
    return amount;
  }

  return async (
    { attributes: { first_subscription_item: item } }: WireSubscription,
    signal: AbortSignal,
  ): Promise<ProviderSubscription['price']> => {
    const amount = item ? await amountOf(item.price_id, signal) : null;
    if (!item || amount === null) return null;
    currency ??= await currencyOf(client, storeId, signal);
    return { amountCents: amount * item.quantity, currency };
  };
}
