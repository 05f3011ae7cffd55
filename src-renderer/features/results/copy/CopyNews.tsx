import { Box } from '@mantine/core';
import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import { ActionMessage, noticeHost } from '#renderer/components/notices/NoticeStrip.tsx';
import { grouping } from '#renderer/components/words.ts';
import { dismissCopyNews, useCopyNews, type CopyNews as News } from './copy-rows.ts';

/** How long it is said (ms): a failure longer than a success. */
const shownMs = { copied: 2500, failed: 8000 };

/** Reports the outcome of copying, where notices are, and to a screen reader. */
export function CopyNews() {
  const news = useCopyNews((state) => state.news);
  useEffect(() => {
    if (news?.kind !== 'copied' && news?.kind !== 'failed') return undefined;
    const timer = setTimeout(dismissCopyNews, shownMs[news.kind]);
    return () => clearTimeout(timer);
  }, [news]);
  // What is said belongs to the rows on screen.
  useEffect(() => dismissCopyNews, []);
  return createPortal(
    <Box component="output" aria-label="Copying" {...(news === null ? {} : newsLook)}>
      {news !== null && (
        <ActionMessage
          text={newsWords(news)}
          actions={news.kind === 'ready' ? { 'Copy now': news.copy } : {}}
          wraps
        />
      )}
    </Box>,
    noticeHost,
  );
}

const newsLook = {
  display: 'block',
  px: 20,
  py: 7,
  bg: 'var(--soft-row)',
  style: { borderTop: '1px solid var(--line)' },
};

function newsWords(news: News): string {
  if (news.kind !== 'reading') return news.words;
  return `Reading rows to copy: ${grouping(news.done)} of ${grouping(news.of)}`;
}
