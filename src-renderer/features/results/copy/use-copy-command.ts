import { useEffect, type RefObject } from 'react';
import { copyText } from '../../../components/copy.tsx';
import type { WriteClipboard } from './copy-rows.ts';

/**
 * *Copy* of the program's own menu, while the grid has the focus; keys are dealt with as keys. The
 * event comes to the document: nothing is selected that it could come to.
 */
export function useCopyCommand(
  element: RefObject<HTMLElement | null>,
  copy: (write: WriteClipboard) => void,
): void {
  useEffect(() => {
    const onCopy = (event: ClipboardEvent): void => {
      if (element.current === null || document.activeElement !== element.current) return;
      event.preventDefault();
      let isNow = true;
      copy((text, html) => {
        // After the event its clipboard is closed.
        if (!isNow) return copyText(text, html);
        event.clipboardData?.setData('text/plain', text);
        if (html !== null) event.clipboardData?.setData('text/html', html);
        return true;
      });
      isNow = false;
    };
    document.addEventListener('copy', onCopy);
    return () => document.removeEventListener('copy', onCopy);
  });
}
