import { startSimulators } from '../../packages/simulators/src/index.ts';

/** The vendors in a process of their own: whatever becomes of the product, prices go on. Ends with its parent. */
const simulators = await startSimulators();
process.send?.(
  Object.values(simulators).map(({ exchange, restUrl, streamUrl, apiKey }) => {
    return { exchange, restUrl, streamUrl, apiKey };
  }),
);
process.on('disconnect', () => process.exit(0));
