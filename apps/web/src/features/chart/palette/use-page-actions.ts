import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { alertsQuery } from '../../../api/alerts.ts';
import { currentUserQuery } from '../../../api/queries.ts';
import { screensQuery } from '../../../api/screens.ts';
import { signOut } from '../../../api/session/sign-out.ts';
import { readNewsSource } from '../../../lib/news-source.ts';
import { writeScreen } from '../../../lib/screen-address.ts';
import { readScreenerSearch } from '../../../lib/screener-search.ts';
import { paths } from '../../../paths.ts';
import { newsOpen } from '../../../stores/news-open.ts';
import { toggleTheme } from '../../../stores/theme.ts';
import { toggleFullScreen } from '../../../ui/hooks/use-full-screen.ts';
import { useOpenAccount } from '../../../ui/hooks/use-open-account.ts';
import { alertSentence, alertTitle, isUnreadable } from '../alerts/alert-words.ts';
import { useWatchedNames } from '../alerts/use-watched-names.ts';
import { type SearchRow, tickerOf } from '../search/match-symbols.ts';
import { useSymbolSearch } from '../search/use-symbol-search.ts';
import { useCommandUses } from './command-uses.ts';
import type { PaletteContext } from './context.ts';

/** A single letter would find most symbols. */
const FEWEST_LETTERS = 2;
/** More than a group shows, for those used most among them. */
const MOST_SYMBOLS = 50;
const NO_FILTER = { exchange: null, type: null };

/** The symbols of the symbol search, and the uses of all commands; without a text, those chosen here before. */
export function useFoundSymbols(text: string) {
  const uses = useCommandUses();
  const isUsed = (row: SearchRow) => uses.some(({ id }) => id === `symbol:${tickerOf(row)}`);
  const isSearched = text.trim().length >= FEWEST_LETTERS;
  const search = useSymbolSearch(isSearched ? text : '', NO_FILTER);
  const here = new Set(search.all);
  const rows = isSearched ? search.rows.slice(0, MOST_SYMBOLS) : search.all.filter(isUsed);
  const symbols = rows.map((row) => {
    const found: 'here' | 'late' = here.has(row) ? 'here' : 'late';
    return { ...row, found };
  });
  // Without a text of this length only those used before could match.
  const isShown = isSearched || text.trim() === '';
  return { symbols: isShown ? symbols : [], isAsking: isSearched && search.isAsking, uses };
}

/** The actions of the frame and the ways to other pages. */
export function usePageActions() {
  const navigate = useNavigate();
  const { data: user } = useQuery(currentUserQuery);
  const openAccount = useOpenAccount();
  // The whole document goes full screen, so that dialogs and menus stay visible.
  return {
    isSuperAdmin: user?.isSuperAdmin ?? false,
    hasNews: readNewsSource() !== null,
    mayFullScreen: document.fullscreenEnabled,
    toggleFullScreen,
    toggleTheme,
    openNews: () => newsOpen.set(true),
    openAccount,
    signOut,
    goTo: (to: string) => void navigate({ to }),
    leaveTo: (path: string) => location.assign(path),
  } satisfies Partial<PaletteContext>;
}

/** The user's saved screens, for accounts with the screener; none while they are read. */
export function useSavedScreens(): Pick<PaletteContext, 'screens' | 'openScreen'> {
  const navigate = useNavigate();
  const { data: user } = useQuery(currentUserQuery);
  const isAllowed = user?.permissions.isDetailedSummaryAllowed ?? false;
  const { data: screens = [] } = useQuery({ ...screensQuery, enabled: isAllowed });
  return {
    screens,
    openScreen: (screen) => {
      const search = readScreenerSearch({ ...writeScreen(screen), screen: String(screen.id) });
      void navigate({ to: paths.screener, search });
    },
  };
}

/** The user's alerts in words; none while they are read. */
export function useAlertWords(): PaletteContext['alerts'] {
  const { data } = useQuery(alertsQuery);
  const alerts = data?.alerts ?? [];
  const names = useWatchedNames(alerts);
  return alerts
    .filter((alert) => !isUnreadable(alert))
    .map((alert) => ({
      alert,
      title: alertTitle(alert, names),
      sentence: alertSentence(alert, names),
    }));
}
