import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type ProgramOptions, readStartOptions } from '#main/launch/start-options.ts';

const options = (
  args: readonly string[],
  environment: Record<string, string> = {},
  unknown: 'refuse' | 'ignore' = 'refuse',
): ProgramOptions => {
  const read = readStartOptions(args, environment, unknown);
  if (read.kind !== 'options') throw new Error(read.text);
  return read.options;
};

describe('readStartOptions', () => {
  it('starts without any', () => {
    expect(options([])).toEqual({
      start: { sample: false, serviceAddress: null, accessKey: null },
      dataDir: null,
      file: null,
      port: 0,
      open: true,
      allowHosts: [],
      smoke: false,
      show: false,
    });
  });

  it('reads every flag, in both spellings', () => {
    const separate = options(
      '--port 4310 --no-open --data-dir x --service https://a.test --sample --allow-host LOCALHOST:1 --allow-host [::1]:2 --smoke --show'.split(
        ' ',
      ),
    );
    expect(separate).toEqual({
      start: { sample: true, serviceAddress: 'https://a.test', accessKey: null },
      dataDir: resolve('x'),
      file: null,
      port: 4310,
      open: false,
      allowHosts: ['localhost:1', '[::1]:2'],
      smoke: true,
      show: true,
    });
    const joined = options(['--port=4310', '--data-dir=x']);
    expect(joined).toMatchObject({ port: 4310, dataDir: resolve('x') });
  });

  it('reads the environment; a flag wins over it', () => {
    const environment = { SOCIAL_DATA_API_KEY: ' k ', SOCIAL_DATA_API_URL: 'https://e.test' };
    const none = { sample: false, serviceAddress: null, accessKey: null };
    const fromIt = { ...none, serviceAddress: 'https://e.test', accessKey: 'k' };
    expect(options([], environment).start).toEqual(fromIt);
    const { start } = options(['--service', 'https://f.test'], environment);
    expect(start.serviceAddress).toBe('https://f.test');
    const blank = { SOCIAL_DATA_API_KEY: ' ', SOCIAL_DATA_API_URL: '' };
    expect(options([], blank).start).toEqual(none);
  });

  it.each([
    [['--prot', '1'], 'Unknown flag --prot.'],
    [['--key', 'secret'], 'Unknown flag --key.'],
    [['no-such.csv'], 'There is no file “no-such.csv”.'],
    [['package.json', 'LICENSE'], 'Only one file can be opened, not “LICENSE” as well.'],
    [['--port'], '--port needs a value.'],
    [['--port', '-1'], '--port takes a number'],
    [['--port', '1e3'], '--port takes a number'],
    [['--data-dir', '--sample'], '--data-dir needs a value.'],
    [['--sample=no'], '--sample takes no value.'],
    [['--allow-host', 'http://localhost:1'], '--allow-host takes HOST:PORT'],
    [['--allow-host', '*:1'], '--allow-host takes HOST:PORT'],
  ])('refuses %j in one line with the usage', (args, text) => {
    const read = readStartOptions(args, {});
    expect(read.kind).toBe('wrong');
    const line = read.kind === 'wrong' ? read.text : '';
    expect(line).toContain(text);
    expect(line).toMatch(/Usage: npm start .*--allow-host HOST:PORT\]$/);
    expect(line).not.toContain('\n');
    expect(line).not.toContain('secret');
  });

  it('takes a file to open, from where the person is', () => {
    expect(options(['--sample', 'package.json'], {}).file).toBe(resolve('package.json'));
    expect(options([], {}).file).toBeNull();
    const there = {
      npm_package_name: 'social-data-explorer',
      npm_lifecycle_event: 'start',
      INIT_CWD: resolve('test'),
    };
    expect(options(['README.md'], there).file).toBe(resolve('test', 'README.md'));
  });

  it('in Electron passes over flags of Chromium and the system, and keeps ours', () => {
    const args = ['--ozone-platform=x11', '-psn_0_1', 'x', '--sample', '--disable-gpu'];
    expect(options(args, {}, 'ignore').start.sample).toBe(true);
    expect(readStartOptions(['--port', 'x'], {}, 'ignore').kind).toBe('wrong');
  });

  it('answers --help', () => {
    expect(readStartOptions(['--help'], {})).toMatchObject({ kind: 'help' });
  });
});
