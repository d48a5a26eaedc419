import { confirmSubscription, startSubscription } from '@moneytrail/contract';
import { LEMON_MONTHLY, OWN_PAGE, type TestBilling, YEARLY } from './start-billing.ts';

export const PAGES = {
  return_url: `${OWN_PAGE}?paypalReturned=true`,
  cancel_url: `${OWN_PAGE}?paypalCancelled=true`,
};

export function buyersOf(world: () => TestBilling) {
  const ask = (userId: string, planId: string) =>
    world().call(userId, startSubscription, {
      plan_id: planId,
      interval: planId === YEARLY ? 'YEAR' : 'MONTH',
      ...PAGES,
    });
  const confirm = (userId: string, id: string) =>
    world().call(userId, confirmSubscription, { subscription_id: id });

  /** Asks for a plan and approves it as the buyer would; the id is the one in the address they come back to. */
  async function buy(userId: string, planId: string): Promise<string> {
    const { body } = await ask(userId, planId);
    const back = await world().paypal.decide(body.approve, 'approve');
    return new URL(back ?? '').searchParams.get('subscription_id') ?? '';
  }

  /** A new user who has bought a plan and come back. */
  async function subscribe(planId: string): Promise<{ userId: string; id: string }> {
    const userId = await world().addUser();
    const id = await buy(userId, planId);
    await confirm(userId, id);
    await world().work();
    return { userId, id };
  }

  /** A new user who has paid at Lemon Squeezy. */
  async function subscribeAtLemon(planId: string = LEMON_MONTHLY) {
    const userId = await world().addUser();
    const { body } = await ask(userId, planId);
    await world().lemon.decide(body.approve, 'pay');
    await world().work();
    return { userId, id: (await world().lemon.subscriptionIds()).at(-1) ?? '' };
  }

  const subjects = () => world().mails.map(({ subject }) => subject.replace('Moneytrail: ', ''));

  /** Every state that any subscription has been in. */
  async function statesOf(): Promise<string[]> {
    const query = world().db.selectFrom('subscription_states').select('state').orderBy('id');
    return (await query.execute()).map(({ state }) => state);
  }
  return { ask, confirm, buy, subscribe, subscribeAtLemon, subjects, statesOf };
}
