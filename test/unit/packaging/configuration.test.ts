/** 19: what electron-builder is told, where a test of what was packed can't see it here. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readBuild, root } from './read-build.ts';

const build = await readBuild();

describe('[11] packages', () => {
  it('are those that people expect on each system', () => {
    expect([build.linux.target, build.mac.target, build.win.target]).toEqual([
      ['AppImage', 'deb'],
      ['dmg', 'zip'],
      ['nsis'],
    ]);
  });

  it('leave the sandbox on: without a word, an AppImage is started without it', () => {
    expect(build.linux.executableArgs).toEqual([]);
  });

  it('on macOS the hardened runtime is loosened for V8 only', async () => {
    const { hardenedRuntime, entitlements, entitlementsInherit } = build.mac;
    expect([hardenedRuntime, entitlementsInherit]).toEqual([true, entitlements]);
    const text = await readFile(join(root, entitlements), 'utf8');
    expect(text.match(/<key>.*?<\/key>/g)).toEqual(['<key>com.apple.security.cs.allow-jit</key>']);
  });

  it('on Windows no administrator is asked for', () => {
    expect([build.nsis.perMachine, build.nsis.allowElevation]).toEqual([false, false]);
  });

  it('are one archive, with binaries as they were published, and never published by hand', () => {
    expect([build.asar, build.npmRebuild, build.publish]).toEqual([true, false, null]);
  });
});
