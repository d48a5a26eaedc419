import type { LayoutHead } from '@moneytrail/contract';
import {
  IconFilterSearch,
  IconLayoutDashboard,
  IconLock,
  IconLogout,
  IconMaximize,
  IconMoon,
  IconNews,
  IconSchool,
  IconTrendingUp,
  IconUserCircle,
} from '@tabler/icons-react';
import { TOPICS } from '../../../lib/topics.ts';
import {
  ADDITIONS,
  ADMIN_ADDITIONS,
  ADMIN_ITEMS,
  DOCUMENT_ITEMS,
  type NavigationItem,
} from '../../../navigation.ts';
import { paths } from '../../../paths.ts';
import { tickerOf } from '../search/match-symbols.ts';
import type { Given, PaletteCommand, PaletteContext } from './context.ts';
import type { PaletteGroup } from './rank.ts';

export function inGroup(group: PaletteGroup, commands: readonly Given[]): PaletteCommand[] {
  return commands.map((command) => ({ shortName: '', aliases: [], ...command, group }));
}

/** The actions of the frame around every page of the dashboard. */
export function frameCommands(
  context: Pick<
    PaletteContext,
    'hasNews' | 'mayFullScreen' | 'openNews' | 'toggleFullScreen' | 'toggleTheme'
  >,
): Given[] {
  return [
    ...(context.hasNews
      ? [
          {
            id: 'news',
            name: 'Market news',
            icon: IconNews,
            keys: 'Alt+N',
            run: context.openNews,
          },
        ]
      : []),
    { id: 'theme', name: 'Dark or light theme', icon: IconMoon, run: context.toggleTheme },
    ...(context.mayFullScreen
      ? [
          {
            id: 'full-screen',
            name: 'Full screen',
            icon: IconMaximize,
            aliases: ['leave full screen', 'fullscreen'],
            run: context.toggleFullScreen,
          },
        ]
      : []),
  ];
}

export function symbolCommands({
  symbols,
  openSymbol,
}: Pick<PaletteContext, 'symbols' | 'openSymbol'>): Given[] {
  return symbols.map((row) => ({
    id: `symbol:${tickerOf(row)}`,
    name: row.code,
    shortName: row.code,
    aliases: [row.description, `${row.code} ${row.source}`, ...row.assets],
    detail: [row.description, row.source, row.locked ? 'locked' : '']
      .filter((part) => part !== '')
      .join(' · '),
    found: row.found,
    icon: row.locked ? IconLock : IconTrendingUp,
    run: () => openSymbol(row),
  }));
}

/** The user's saved charts. */
export function layoutCommands(
  layouts: readonly LayoutHead[],
  { open }: { open: (head: LayoutHead) => void },
): Given[] {
  return layouts.map((head) => ({
    id: `layout:${head.id}`,
    name: head.name,
    aliases: ['saved chart', 'layout'],
    icon: IconLayoutDashboard,
    run: () => open(head),
  }));
}

/** The user's saved screens of the screener. */
export function screenCommands({
  screens,
  openScreen,
}: Pick<PaletteContext, 'screens' | 'openScreen'>): Given[] {
  return screens.map((screen) => ({
    id: `screen:${screen.id}`,
    name: screen.name,
    aliases: ['saved screen', 'screener'],
    icon: IconFilterSearch,
    run: () => openScreen(screen),
  }));
}

/** The pages of the dashboard, after the `first` ones, and the documents beside it. */
export function pageCommands(
  context: Pick<PaletteContext, 'goTo' | 'leaveTo' | 'isSuperAdmin' | 'openAccount' | 'signOut'>,
  first: readonly NavigationItem[] = [],
): Given[] {
  const { goTo, leaveTo } = context;
  const admin = context.isSuperAdmin ? [...ADMIN_ITEMS, ...ADMIN_ADDITIONS] : [];
  const page = (open: (path: string) => void, { to, label, icon }: NavigationItem): Given => ({
    id: `page:${to}`,
    name: label,
    icon,
    aliases: ['page'],
    run: () => open(to),
  });
  return [
    ...[...first, ...ADDITIONS, ...admin].map((item) => page(goTo, item)),
    { id: 'account', name: 'Manage Account', icon: IconUserCircle, run: context.openAccount },
    ...DOCUMENT_ITEMS.map((item) => page(leaveTo, item)),
    ...TOPICS.filter(({ path }) => path !== paths.education).map(({ path, tab }) => ({
      ...page(leaveTo, { to: path, label: `Guide: ${tab}`, icon: IconSchool }),
      aliases: [tab, 'education', 'learn'],
    })),
    {
      id: 'sign-out',
      name: 'Logout',
      icon: IconLogout,
      aliases: ['sign out'],
      run: context.signOut,
    },
  ];
}
