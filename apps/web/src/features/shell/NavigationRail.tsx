import { NavigationList } from './NavigationList.tsx';
import classes from './NavigationRail.module.css';

type Props = {
  /** Pinned open by the logo. */
  isPinned: boolean;
};

/** The rail on the left; it widens over the content on hover, focus or while pinned. */
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
