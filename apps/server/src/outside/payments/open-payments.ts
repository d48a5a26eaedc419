import type { Config } from '../../config.ts';
import type { Db } from '../../db/index.ts';
import { clearDemoPayments } from './demo-payments-store.ts';
import { createLemonSqueezy, LEMON_SQUEEZY_URL } from './lemon-squeezy.ts';
import type { PaymentProvider, PaymentProviderName } from './payment-provider.ts';
import { createPayPal, PAYPAL_URL } from './paypal.ts';

export type Payments = {
  /** A provider that is not configured is absent, and its plans are not offered. */
  providers: Partial<Record<PaymentProviderName, PaymentProvider>>;
  /**
   * Tells simulators this process's local address, such as `http://127.0.0.1:3000`; until then their notices wait. No
   * effect without simulators.
   */
  announceAddress: (url: string) => void;
  close: () => Promise<void>;
};

const NO_SIMULATORS = { announceAddress: () => undefined, close: async () => undefined };

/** Opens the configured providers; in demo mode, a simulator for each of the others. */
export async function openPayments(deps: {
  config: Pick<Config, 'isDemo' | 'payments'>;
  db: Db;
  clock: { now: () => number };
}): Promise<Payments> {
  const { isDemo, payments } = deps.config;
  const { paypal, lemon } = payments;
  // Outside of demo mode nothing of it is kept.
  if (!isDemo) await clearDemoPayments(deps.db);
  const real: Payments['providers'] = {};
  if (paypal) {
    real.paypal = createPayPal({ ...paypal, baseUrl: paypal.baseUrl ?? PAYPAL_URL }, deps);
  }
  if (lemon) {
    real.lemon = createLemonSqueezy({ ...lemon, baseUrl: lemon.baseUrl ?? LEMON_SQUEEZY_URL });
  }
  const missing = (['paypal', 'lemon'] as const).filter((name) => !real[name]);
  if (!isDemo || missing.length === 0) return { ...NO_SIMULATORS, providers: real };
  const { startDemoPayments } = await import('../../demo/demo-payments.ts');
  const demo = await startDemoPayments(deps, missing);
  return { ...demo, providers: { ...demo.providers, ...real } };
}
