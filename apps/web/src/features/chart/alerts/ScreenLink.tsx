import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { screensQuery } from '../../../api/screens.ts';
import { writeScreen } from '../../../lib/screen-address.ts';
import { readScreenerSearch } from '../../../lib/screener-search.ts';
import { paths } from '../../../paths.ts';

/** Leads to a saved screen; nothing while it is read, and once it is deleted. */
export function ScreenLink({ id }: { id: number }) {
  const { data } = useQuery(screensQuery);
  const screen = data?.find((one) => one.id === id);
  if (!screen) return null;
  const search = readScreenerSearch({ ...writeScreen(screen), screen: String(id) });
  return (
    <Link to={paths.screener} search={search}>
      Open the screen
    </Link>
  );
}
