import { createDueTimer } from './due-timer.ts';
import { type KeptState, keepState, type StateStorage } from './kept-state.ts';
import {
  createDeliveries,
  type DeliveryOptions,
  type Notice,
  type Webhooks,
} from './webhook-deliveries.ts';

/** What a simulated provider knows, with what follows from every change of it. */
export type PaymentState<State> = {
  /** Changes the state after everything that has come due, and sends the notices of both. */
  change: KeptState<State>['change'];
  webhooks: Webhooks;
  close: () => Promise<void>;
};

/** Keeps a state, moves it on as time goes and delivers its notices. */
export function runPaymentState<State extends { notices: Notice[] }>(
  deps: DeliveryOptions & {
    now: () => number;
    initial: () => State;
    isState: (value: unknown) => value is State;
    /** Makes up for what has come due; when the next is, null where nothing will be. */
    settleDue: (state: State) => number | null;
  },
  storage?: StateStorage,
): PaymentState<State> {
  const { now, settleDue } = deps;
  const state = keepState(deps, storage);
  const deliveries = createDeliveries({ change: (act) => state.change(act) }, deps);
  // A storage that is away is read at the next request again.
  const wake = () => void change(() => undefined).catch(() => undefined);
  const timer = createDueTimer({ now, wake });
  async function change<Result>(act: (state: State) => Result): Promise<Result> {
    const { result, dueMs } = await state.change((kept) => {
      settleDue(kept);
      return { result: act(kept), dueMs: settleDue(kept) };
    });
    timer.set(dueMs);
    deliveries.deliverWaiting();
    return result;
  }
  return {
    change,
    webhooks: deliveries.webhooks,
    close: async () => {
      timer.close();
      await deliveries.close();
    },
  };
}
