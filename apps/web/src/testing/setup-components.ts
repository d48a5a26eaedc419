import React from 'react';
import { flushSync } from 'react-dom';
import { afterEach } from 'vitest';
import { closeToasts } from './toasts.ts';

/** The production build of React has no `act`, with which the test library waits until a change is drawn. */
async function act(change: () => unknown): Promise<void> {
  let changed: unknown;
  flushSync(() => {
    changed = change();
  });
  await changed;
  flushSync(() => {});
}

Object.assign(React, { act });

afterEach(closeToasts);
