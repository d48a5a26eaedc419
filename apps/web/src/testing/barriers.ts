import axe from 'axe-core';
import { expect } from 'vitest';

/**
 * Fails on definite axe violations. Document-level rules are left to the journeys, because a test's page is a frame
 * of the runner.
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
