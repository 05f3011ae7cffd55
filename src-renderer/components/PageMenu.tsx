import { Menu, type MenuProps } from '@mantine/core';
import { useUncontrolled, useWindowEvent } from '@mantine/hooks';

const clickOutsideEvents = ['mousedown', 'touchstart'];

/**
 * A menu as part of the page: outside of `main` it would belong to no landmark. The first item has
 * the focus, with no empty element before it, which a menu must not have.
 */
export function PageMenu(props: MenuProps) {
  const main = document.getElementById('main');
  const { opened, onChange, onClose } = props;
  const [isOpen, setOpen] = useUncontrolled({ value: opened, defaultValue: false, onChange });
  // Until the focus has come into the menu, Escape is heard only where it was opened from.
  useWindowEvent('keydown', ({ key }) => {
    if (key !== 'Escape' || !isOpen) return;
    onClose?.();
    setOpen(false);
  });
  return (
    <Menu
      withInitialFocusPlaceholder={false}
      // The key that opens a menu is still on its way up when the menu begins to listen.
      clickOutsideEvents={clickOutsideEvents}
      // A point in the grid counts as out of sight while it is being placed: no focus can go to a
      // menu that is hidden for that long.
      hideDetached={false}
      {...(main === null ? {} : { portalProps: { target: main } })}
      {...props}
      opened={isOpen}
      onChange={setOpen}
    />
  );
}
