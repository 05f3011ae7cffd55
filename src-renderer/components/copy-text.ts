/**
 * Puts text on the clipboard from a click or key press. Through the `copy` event, which needs no
 * permission: the window is refused every permission that the clipboard's newer interface asks for.
 *
 * @param html The same as HTML, for programs that prefer it; null for text alone.
 * @returns whether it was taken: not when the click or key press is too long ago.
 */
export function copyText(text: string, html: string | null = null): boolean {
  let isTaken = false;
  const take = (event: ClipboardEvent): void => {
    event.clipboardData?.setData('text/plain', text);
    if (html !== null) event.clipboardData?.setData('text/html', html);
    event.preventDefault();
    event.stopImmediatePropagation();
    isTaken = true;
  };
  document.addEventListener('copy', take, { capture: true, once: true });
  document.execCommand('copy');
  document.removeEventListener('copy', take, { capture: true });
  return isTaken;
}
