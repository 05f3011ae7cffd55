/** What `import { … } from 'electron'` becomes in the program under test. */
import type * as Electron from 'electron';
import type { ElectronParts } from '#main/electron/host.ts';
import { answerTests } from './control.ts';
import * as modelled from './modelled.ts';

export * from './modelled.ts';

/** As a function: of two methods the compiler compares parameters in one direction only. */
type Strict<M> = M extends (...given: infer Given) => infer Result
  ? (...given: Given) => Result
  : M;
/** Members that take less than Electron's, give what Electron's wouldn't, or that Electron doesn't have. */
type Unlike<Ours, Real> = {
  [Name in Exclude<keyof Ours, keyof NodeJS.EventEmitter | 'prototype'>]: Name extends keyof Real
    ? Strict<Ours[Name]> extends Strict<Real[Name]>
      ? never
      : Name
    : Name;
}[Exclude<keyof Ours, keyof NodeJS.EventEmitter | 'prototype'>];
type Fake = typeof modelled;
type AllUnlike = {
  // A menu of ours holds menus of ours, and an icon has one.
  [Part in Exclude<keyof Fake, 'Menu' | 'Tray'>]: Exclude<
    Unlike<Fake[Part], (typeof Electron)[Part]>,
    'commandLine' | 'defaultSession'
  >;
} & {
  commandLine: Unlike<Fake['app']['commandLine'], Electron.CommandLine>;
  defaultSession: Exclude<
    Unlike<Fake['session']['defaultSession'], Electron.Session>,
    'webRequest'
  >;
  webRequest: Unlike<Fake['session']['defaultSession']['webRequest'], Electron.WebRequest>;
  notification: Unlike<InstanceType<Fake['Notification']>, Electron.Notification>;
};
// Windows and their pages are checked where they are made, by `satisfies`.
({}) as AllUnlike satisfies Record<keyof AllUnlike, never>;

/** The compiler holds them against what the program takes from Electron: none is missing. */
const parts: Record<keyof ElectronParts, object> = modelled;
answerTests(parts);
