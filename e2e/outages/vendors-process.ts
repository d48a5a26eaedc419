import { startSimulators } from '../../packages/simulators/src/index.ts';

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
process.on('disconnect', () => process.exit(0));
