import { type Faults, startSimulators } from '@moneytrail/simulators';

/**
 * Runs the vendors in their own process, so that prices continue during any outage of the product. Ends with its
 * parent.
 */
const simulators = await startSimulators();
process.send?.(
  Object.values(simulators).map(({ exchange, restUrl, streamUrl, apiKey }) => {
    return { exchange, restUrl, streamUrl, apiKey };
  }),
);
process.on('message', ({ faults }: { faults: Partial<Faults> | null }) => {
  for (const simulator of Object.values(simulators)) {
    if (faults) simulator.faults.set(faults);
    else simulator.faults.clear();
  }
});
process.on('disconnect', () => process.exit(0));
