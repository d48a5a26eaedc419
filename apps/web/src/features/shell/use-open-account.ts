import { useNavigate } from '@tanstack/react-router';

/** Opens the account dialog over the page; the page's own entries in the address stay. */
export function useOpenAccount(): () => void {
  const navigate = useNavigate();
  return () =>
    void navigate({
      to: '.',
      search: (former: Record<string, unknown>) => ({ ...former, account: 'true' }),
    });
}
