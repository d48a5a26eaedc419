import fc from 'fast-check';

/** The number of cases per property: few in `npm test`, thousands in `npm run test:long`. */
fc.configureGlobal({ numRuns: process.env.TEST_LONG === 'true' ? 3_000 : 30 });
