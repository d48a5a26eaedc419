import fc from 'fast-check';

/** Cases of a property that names no number of its own: few in `npm test`, thousands in `npm run test:long`. */
fc.configureGlobal({ numRuns: process.env.TEST_LONG === 'true' ? 3_000 : 30 });
