/**
 * `node --import register.mjs out/main/electron.js` runs the built program with the fake in
 * Electron's place. Workers inherit it. ELECTRON_FAKE names the bundled fake.
 */
import { register } from 'node:module';
import '../fixed-date.mjs';

process.env.ELECTRON_FAKE_PARENT_PORT = new URL('parent-port.mjs', import.meta.url).href;
register('./resolve.mjs', import.meta.url, { data: process.env.ELECTRON_FAKE });
