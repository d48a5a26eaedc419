import { MantineProvider } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { RetryList } from './SeatTable.tsx';
import { seatInvitesQuery, seatSummaryQuery, subUsersQuery } from './seats.ts';

function shown(query: { error: Error | null; isFetching: boolean }): string {
  const refetch = () => Promise.reject(new Error('Nobody pressed Retry.'));
  return renderToStaticMarkup(
    <MantineProvider>
      <RetryList text="Failed to list users." query={{ ...query, refetch }} />
    </MantineProvider>,
  );
}

describe('seats that fail to load', () => {
  it('show the specified text and the cause in place', () => {
    for (const { meta } of [seatSummaryQuery, seatInvitesQuery, subUsersQuery]) {
      expect(meta).toEqual({ failure: 'in-place' });
    }
    const error = new Error('No response from server. Please try again later.');
    const markup = shown({ error, isFetching: false });
    expect(markup).toContain('role="alert"');
    expect(markup).toContain('Failed to list users.<br/>No response from server.');
  });

  it('keep the error while retrying', () => {
    expect(shown({ error: null, isFetching: true })).toContain('Failed to list users.');
  });
});
