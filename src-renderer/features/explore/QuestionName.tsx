import type { DataEndpoint } from '#shared/catalogue/types.ts';
import { nameOfPlatform } from '../../components/platforms.tsx';
import classes from './QuestionName.module.css';

interface QuestionNameProps {
  endpoint: DataEndpoint;
  /** What else tells it apart; null for most. */
  mark: string | null;
}

/** Which question it is, at the start of its form's line. */
export function QuestionName({ endpoint, mark }: QuestionNameProps) {
  return (
    <>
      <h2 className={classes.title}>{endpoint.title}</h2>
      <span className={classes.tag}>{nameOfPlatform(endpoint.platform)}</span>
      {mark !== null && <span className={classes.tag}>{mark}</span>}
    </>
  );
}
