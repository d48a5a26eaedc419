import type { TestBilling } from './start-billing.ts';

export function latePayments(world: () => TestBilling) {
  const paypalOf = () => {
    const { paypal } = world().billing.payments.providers;
    if (!paypal) throw new Error('PayPal is missing');
    return paypal;
  };
  let tell = () => {};

  /**
   * Lets PayPal tell nothing of payments, and of failures what a test says, until `tellPayments`: of all subscriptions,
   * or of one.
   */
  function withholdPayments(failedPayments: number, of?: string): void {
    tell();
    const paypal = paypalOf();
    const { readSubscription, listPayments } = paypal;
    tell = () => {
      Object.assign(paypal, { readSubscription, listPayments });
      tell = () => {};
    };
    const isMeant = (id: string) => of === undefined || id === of;
    paypal.listPayments = async (id, fromMs) => (isMeant(id) ? [] : listPayments(id, fromMs));
    paypal.readSubscription = async (id) => {
      const said = await readSubscription(id);
      if (said?.state !== 'active' || !isMeant(id)) return said;
      return { ...said, failedPayments, state: failedPayments > 0 ? 'past-due' : 'active' };
    };
  }
  /** Lets PayPal tell what is true again. */
  const tellPayments = () => tell();
  return { withholdPayments, tellPayments };
}
