/** Closes of gold and their 10-bar levels as printed in the guide; a test recomputes them. */
export const LEVELS_EXAMPLE = {
  /** The shortest length on offer keeps the table short. */
  length: 10,
  days: [
    { day: '2019-05-24', close: 1284.8 },
    { day: '2019-05-27', close: 1284.95 },
    { day: '2019-05-28', close: 1279.4 },
    { day: '2019-05-29', close: 1280.2 },
    { day: '2019-05-30', close: 1288.41 },
    { day: '2019-05-31', close: 1305.13 },
    { day: '2019-06-03', close: 1324.48 },
    { day: '2019-06-04', close: 1325.59 },
    { day: '2019-06-05', close: 1330.09 },
    { day: '2019-06-06', close: 1335.52, resistance: 1335.52, support: 1279.4 },
    { day: '2019-06-07', close: 1340.24, resistance: 1340.24, support: 1279.4 },
    { day: '2019-06-10', close: 1327.84, resistance: 1340.24, support: 1279.4 },
    { day: '2019-06-11', close: 1326.65, resistance: 1340.24, support: 1280.2 },
  ],
  /** The depth of the resistance after the last day, newest first. */
  depth: [
    { day: '2019-06-11', close: 1326.65 },
    { day: '2019-06-10', close: 1327.84 },
    { day: '2019-06-07', close: 1340.24 },
  ],
} as const;
