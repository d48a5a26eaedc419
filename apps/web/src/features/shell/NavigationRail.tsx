import { NavigationList } from './NavigationList.tsx';
import classes from './NavigationRail.module.css';

type Props = {
  /** Held open by the logo, whatever the pointer does. */
  isPinned: boolean;
};

/** The narrow rail at the left; it widens over the content on hover, on focus, or while it is pinned. */
export function NavigationRail({ isPinned }: Props) {
  return (
    <nav
      className={classes.rail}
      aria-label="Main"
      data-pinned={isPinned || undefined}
      data-region="navigation"
    >
      <NavigationList />
    </nav>
  );
}
