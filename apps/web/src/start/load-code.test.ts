import { expect, test } from 'vitest';
import { preloadsOf } from './load-code.ts';

const CHART = { first: ['engine.js', 'common.js'], rest: ['common.js', 'application.js'] };
const SIGN_IN = { first: [], rest: ['common.js', 'application.js'] };
const urgent = (...files: string[]) => files.map((file) => ({ file, isUrgent: true }));
const later = (...files: string[]) => files.map((file) => ({ file, isUrgent: false }));

test('over a fast connection, the first chart waits for its own code alone', () => {
  const fast = { isFirstDrawn: true, isSlowConnection: false };
  expect(preloadsOf(CHART, fast)).toEqual(urgent('engine.js', 'common.js'));
});

test('over a slow connection, the code of the application is requested too, once, after that of the first chart', () => {
  const slow = { isFirstDrawn: true, isSlowConnection: true };
  expect(preloadsOf(CHART, slow)).toEqual([
    ...urgent('engine.js', 'common.js'),
    ...later('application.js'),
  ]);
});

test.each([true, false])(
  'pages without a first chart request all their code at once',
  (isSlowConnection) => {
    const all = urgent('common.js', 'application.js');
    expect(preloadsOf(SIGN_IN, { isFirstDrawn: true, isSlowConnection })).toEqual(all);
    expect(preloadsOf(CHART, { isFirstDrawn: false, isSlowConnection })).toEqual(all);
  },
);
