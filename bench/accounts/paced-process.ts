import { type PacedOrder, runPaced } from './paced-requests.ts';

process.on('message', (orders: PacedOrder[]) => {
  Promise.all(orders.map((order) => runPaced(order))).then(
    (results) => process.send?.(results),
    (error: unknown) => process.send?.(String(error)),
  );
});
