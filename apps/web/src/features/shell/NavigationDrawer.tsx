import { Drawer } from '@mantine/core';
import { Logo } from '../../ui/Logo.tsx';
import classes from './NavigationDrawer.module.css';
import { NavigationList } from './NavigationList.tsx';

type Props = { isOpen: boolean; onClose: () => void };

/** Navigation of phones and low windows. */
export function NavigationDrawer({ isOpen, onClose }: Props) {
  return (
    <Drawer.Root
      opened={isOpen}
      onClose={onClose}
      size={280}
      classNames={{ content: classes.content ?? '' }}
    >
      <Drawer.Overlay />
      <Drawer.Content>
        {/* Mantine's drawer header would be a second banner landmark. */}
        <div className={classes.head}>
          <Drawer.Title>
            <Logo variant="light" />
          </Drawer.Title>
          <Drawer.CloseButton aria-label="Close navigation" className={classes.close ?? ''} />
        </div>
        <Drawer.Body className={classes.body ?? ''}>
          <nav aria-label="Main" className={classes.list}>
            <NavigationList onChoose={onClose} />
          </nav>
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}
