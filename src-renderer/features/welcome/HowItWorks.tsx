import { platformNames, PlatformIcon } from '../../components/platforms.tsx';
import type { Platform } from '#shared/catalogue/types.ts';
import classes from './HowItWorks.module.css';

const questions: [Platform, string][] = [
  ['microblog', 'Search posts'],
  ['microblog', 'Who follows an account'],
  ['photoshare', 'Comments on a post'],
];

const rows = [
  ['Our street has 14 new lindens 🌳', '@anja_b', '1,204'],
  ['街路樹の剪定が始まりました', '@haru_n', '342'],
  ['¿Quién riega los árboles?', '@valverde', '86'],
] as const;

/** Three steps, each with a small drawing of the part of the window it happens in. */
export function HowItWorks() {
  return (
    <section className={classes.panel} aria-label="How it works">
      <h2 className={classes.heading}>How it works</h2>
      <ol className={classes.steps}>
        <li>
          <h3>Choose a question</h3>
          <div className={classes.drawing} aria-hidden="true">
            {questions.map(([platform, title]) => (
              <div key={`${platformNames[platform]} ${title}`} className={classes.question}>
                <PlatformIcon platform={platform} size={15} />
                {title}
              </div>
            ))}
          </div>
        </li>
        <li>
          <h3>Say what it is about</h3>
          <div className={classes.drawing} data-kind="form" aria-hidden="true">
            <span className={classes.input}>city trees</span>
            <span className={classes.button}>Get first page</span>
          </div>
        </li>
        <li>
          <h3>Read and save the rows</h3>
          <div className={classes.drawing} data-kind="table" aria-hidden="true">
            <div className={classes.row} data-head="true">
              <span>Text</span>
              <span>Author</span>
              <span>Likes</span>
            </div>
            {rows.map(([text, author, likes]) => (
              <div key={author} className={classes.row}>
                <span>{text}</span>
                <span>{author}</span>
                <span>{likes}</span>
              </div>
            ))}
          </div>
        </li>
      </ol>
    </section>
  );
}
