/**
 * Puts text on the clipboard from a click or key press. Through the `copy` event, which needs no
 * permission: the window is refused every permission that the clipboard's newer interface asks for.
 */
export function copyText(text: string): boolean {
  let isTaken = false;
  const take = (event: ClipboardEvent): void => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
    event.stopImmediatePropagation();
    isTaken = true;
  };
  document.addEventListener('copy', take, { capture: true, once: true });
  document.execCommand('copy');
  document.removeEventListener('copy', take, { capture: true });
  return isTaken;
}
