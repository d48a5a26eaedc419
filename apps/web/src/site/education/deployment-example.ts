/**
 * Thirty bars and their deployment as printed in the guide; a test recomputes it. All bars range from 100 to 104. The
 * first 29 close at 103, the last one at its low on twice the volume.
 */
export const DEPLOYMENT_EXAMPLE = {
  /** The shortest length on offer. */
  length: 15,
  low: 100,
  high: 104,
  volume: 1000,
  /** Bars before the last one. */
  count: 29,
  close: 103,
  closeLocation: 0.5,
  flow: 750,
  deployment: 750,
  percentage: 50,
  last: {
    close: 100,
    volume: 2000,
    closeLocation: -1,
    meanVolume: 1066.67,
    flow: 468.75,
    deployment: 731.25,
    percentage: 48.75,
  },
} as const;

/** Deployments and their displayed percentages; ±100 are the default lines. */
export const PERCENTAGES = [
  { deployment: -3000, percentage: -100 },
  { deployment: -1500, percentage: -100 },
  { deployment: -750, percentage: -50 },
  { deployment: -100, percentage: -6.67 },
  { deployment: 0, percentage: 0 },
  { deployment: 100, percentage: 6.67 },
  { deployment: 300, percentage: 20 },
  { deployment: 1500, percentage: 100 },
  { deployment: 3000, percentage: 100 },
] as const;

/** Statements of the guides about bitcoin, at the default inputs. */
export const BITCOIN_FACTS = {
  low: { day: '2019-11-24', close: 6983.7, percentage: -35.63, deployment: -534 },
  top: { day: '2020-08-17', close: 12408.2, percentage: 54.46, deployment: 817 },
  high: { day: '2020-09-04', close: 10423, percentage: 67.18, deployment: 1008 },
  /** Signal marks with the close ten bars later. */
  marks: [
    { day: '2020-03-12', side: 'sell', isStrong: true, close: 6131.6, closeAfter: 6073.6 },
    { day: '2020-04-27', side: 'buy', isStrong: false, close: 7674.4, closeAfter: 9516.3 },
    { day: '2020-07-23', side: 'buy', isStrong: false, close: 9524.8, closeAfter: 11086.8 },
    { day: '2020-08-17', side: 'buy', isStrong: true, close: 12408.2, closeAfter: 11325.9 },
  ],
} as const;
