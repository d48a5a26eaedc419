import { useNavigate } from '@tanstack/react-router';

/** Opens the account dialog; the page's own search parameters stay. */
export function useOpenAccount(): () => void {
  const navigate = useNavigate();
  return () =>
    void navigate({
      to: '.',
      search: (former: Record<string, unknown>) => ({ ...former, account: 'true' }),
    });
}
