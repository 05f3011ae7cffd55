/**
 * Redraws every icon from `icon.svg`: `node src-main/packaging/make-icons.mjs`. Each size is drawn
 * separately in Chromium, because shrinking a large picture blurs the small ones. The result is committed:
 * packaging needs no browser.
 */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { findChromium } from '../../test/support/find-chromium.mjs';
import { asIcns, asIco, icnsSizes, icoSizes, linuxSizes } from './icon-files.mjs';

const here = (name) => fileURLToPath(new URL(name, import.meta.url));

/** Apple's icons have a transparent frame: the picture takes 824 of 1024. */
const appleShare = 824 / 1024;

const svg = await readFile(here('icon.svg'), 'utf8');
const browser = await chromium.launch({
  executablePath: findChromium() ?? undefined,
  args: process.getuid?.() === 0 ? ['--no-sandbox', '--disable-gpu'] : ['--disable-gpu'],
});

/** @returns {Promise<Buffer>} a PNG of `size` × `size`. */
async function draw(size, share = 1) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  const inner = size * share;
  await page.setContent(
    `<style>body{margin:0;display:grid;place-items:center;height:100vh}svg{width:${inner}px;height:${inner}px}</style>${svg}`,
  );
  const png = await page.screenshot({ omitBackground: true });
  await page.close();
  return png;
}

const drawAll = async (sizes, share) => {
  const drawn = new Map();
  for (const size of sizes) drawn.set(size, await draw(size, share));
  return drawn;
};

await rm(here('icons'), { recursive: true, force: true });
await mkdir(here('icons'));
for (const [size, png] of await drawAll(linuxSizes)) {
  await writeFile(here(`icons/${size}x${size}.png`), png);
}
await writeFile(here('icon.ico'), asIco(await drawAll(icoSizes)));
await writeFile(here('icon.icns'), asIcns(await drawAll(icnsSizes, appleShare)));
await browser.close();
