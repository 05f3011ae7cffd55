/**
 * Has elements made as in the built program, by whoever makes them: with React's development build,
 * noting where each was made is a fifth of the time of these tests. What draws them stays that
 * build’s, which has `act`. To be loaded before anything that loads React.
 */
import { createRequire } from 'node:module';

const { NODE_ENV } = process.env;
process.env.NODE_ENV = 'production';
createRequire(import.meta.url)('react/jsx-runtime');
process.env.NODE_ENV = NODE_ENV;
