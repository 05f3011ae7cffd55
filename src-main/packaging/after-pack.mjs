/** electron-builder's hook between packing and signing. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { burnFuses } from './fuses.mjs';
import { thirdPartyLicences } from './licences.mjs';

/** @param {import('electron-builder').AfterPackContext} context */
export default async function afterPack({ appOutDir, electronPlatformName, packager }) {
  const { productFilename, sanitizedProductName } = packager.appInfo;
  if (electronPlatformName === 'linux' && sanitizedProductName.includes(' ')) {
    throw new Error('The folder’s name has a space: pack with pack.mjs.');
  }
  const executable = {
    linux: packager.executableName,
    win32: `${productFilename}.exe`,
    darwin: `${productFilename}.app`,
  }[electronPlatformName];
  await burnFuses(join(appOutDir, executable), packager.config.electronFuses);
  const licences = await thirdPartyLicences(packager.projectDir);
  await writeFile(join(packager.getResourcesDir(appOutDir), 'LICENSES.third-party.txt'), licences);
}
