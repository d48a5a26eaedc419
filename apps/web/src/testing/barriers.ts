import axe from 'axe-core';
import { expect } from 'vitest';

/**
 * Fails where axe is sure of a barrier on the page as it stands. Rules of whole documents
 * are left to the journeys: a test's page is a frame of the runner's.
 */
export async function expectNoBarriers(state?: string): Promise<void> {
  const { violations } = await axe.run(document, {
    resultTypes: ['violations'],
    selectors: false,
    rules: { region: { enabled: false } },
  });
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
  expect(found, state).toEqual([]);
}
