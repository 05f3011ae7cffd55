import { ChevronRight } from 'lucide-react';
import { pageAddress } from '../../state/address.ts';
import { showPage, type PageName } from '../../state/app.ts';
import classes from './BackLink.module.css';

/** The way to the page above, before a page's name. */
export function BackLink({ page, children }: { page: PageName; children: string }) {
  return (
    <nav aria-label="Page above" className={classes.back}>
      <a
        href={pageAddress(page)}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          showPage(page);
        }}
      >
        {children}
      </a>
      <ChevronRight size={14} aria-hidden />
    </nav>
  );
}
