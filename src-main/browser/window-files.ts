/** Files of the built window. They need no token: there is nothing in them but the program. */
import type { Context } from 'hono';
import { readBundleFile } from '../bundle/bundle-file.ts';
import { fileHeaders, type LetsPicturesIn } from '../bundle/window-headers.ts';
import { wirePath } from './guards/target.ts';
import type { HostEnv } from './guards/types.ts';

/** @param root Folder of the built window. */
export const answerFile =
  (root: string, letsPicturesIn: LetsPicturesIn) =>
  async (c: Context<HostEnv>): Promise<Response> => {
    const file = await readBundleFile(root, wirePath(c.env.incoming.url));
    if (file === null) return c.text('There is nothing here.', 404);
    return c.body(file.body, 200, await fileHeaders(file, letsPicturesIn));
  };
