import { useLayoutEffect, useRef } from 'react';
import { offerSlot } from './notice-host.ts';

/**
 * A place for notices, as high as they are. An inner one goes before that of the page: a page with
 * a bar at its foot puts it above, so that no button of the bar moves.
 */
export function NoticeSlot({ isInner = false }: { isInner?: boolean }) {
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(
    () => (element.current === null ? undefined : offerSlot({ element: element.current, isInner })),
    [isInner],
  );
  // Last but the bar, also where other parts are put below the rows.
  return <div ref={element} style={isInner ? { order: 2 } : undefined} />;
}
