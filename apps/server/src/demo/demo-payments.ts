import type { Webhooks } from '@moneytrail/simulators';
import type { Db } from '../db/index.ts';
import { demoPaymentsStorage } from '../outside/payments/demo-payments-store.ts';
import { createLemonSqueezy } from '../outside/payments/lemon-squeezy.ts';
import type { PaymentProvider, PaymentProviderName } from '../outside/payments/payment-provider.ts';
import { createPayPal } from '../outside/payments/paypal.ts';

type Dependencies = { db: Db; clock: { now: () => number } };

export type DemoPayments = {
  providers: Partial<Record<PaymentProviderName, PaymentProvider>>;
  /** Tells the simulators the product's address; until then their notices wait. */
  announceAddress: (url: string) => void;
  close: () => Promise<void>;
};

/** A simulator behind the real provider's adapter. */
type StandIn = { provider: PaymentProvider; webhooks: Webhooks; close: () => Promise<void> };

const WEBHOOK_PATHS: Record<PaymentProviderName, string> = {
  paypal: '/api/webhooks/paypal',
  lemon: '/api/webhooks/lemonsqueezy',
};

async function standInFor(
  name: PaymentProviderName,
  { db, clock }: Dependencies,
): Promise<StandIn> {
  const { startLemonSimulator, startPayPalSimulator } = await import('@moneytrail/simulators');
  const options = { now: clock.now, storage: demoPaymentsStorage(db, name) };
  if (name === 'paypal') {
    const { webhooks, close, ...access } = await startPayPalSimulator(options);
    return { provider: createPayPal(access, { clock }), webhooks, close };
  }
  const { webhooks, close, ...access } = await startLemonSimulator(options);
  return { provider: createLemonSqueezy(access), webhooks, close };
}

/** Starts a simulator for each missing provider; the simulators are loaded on demand. */
export async function startDemoPayments(
  deps: Dependencies,
  missing: readonly PaymentProviderName[],
): Promise<DemoPayments> {
  const standIns = await Promise.all(missing.map((name) => standInFor(name, deps)));
  return {
    providers: Object.fromEntries(standIns.map(({ provider }) => [provider.name, provider])),
    announceAddress: (url) => {
      for (const { provider, webhooks } of standIns) {
        webhooks.setUrl(new URL(WEBHOOK_PATHS[provider.name], url).href);
      }
    },
    close: async () => {
      await Promise.all(standIns.map(({ close }) => close()));
    },
  };
}
