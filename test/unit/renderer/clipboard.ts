/** A clipboard for windows of a test: happy-dom has no `execCommand`, so this stands in for it. */
export const clipboard = {
  texts: [] as string[],
  html: [] as (string | null)[],
  /** As browsers do when the click is too long ago. */
  refuses: false,
  /** Empty again, and willing; replaces `document.execCommand` of this window. */
  install(): void {
    clipboard.texts.length = 0;
    clipboard.html.length = 0;
    clipboard.refuses = false;
    document.execCommand = () => {
      if (clipboard.refuses) return false;
      const data = new DataTransfer();
      document.dispatchEvent(
        Object.assign(new Event('copy', { cancelable: true }), { clipboardData: data }),
      );
      clipboard.texts.push(data.getData('text/plain'));
      clipboard.html.push(data.getData('text/html') || null);
      return true;
    };
  },
};
