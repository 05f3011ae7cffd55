/**
 * Imported before anything that builds a schema: zod compiles checks with `new Function`, which the
 * page's content security policy forbids.
 */
import { z } from 'zod';

z.config({ jitless: true });
