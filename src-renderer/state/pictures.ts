/** Whether pictures that rows name may be loaded. */
import { useApp, useSnapshot } from './app.ts';

/** The person turned them on, and the window was loaded with a policy that lets them in. */
export function usePictures(): boolean {
  const isOn = useSnapshot(({ preferences }) => preferences.remoteImages);
  return useApp(({ letsPicturesIn }) => letsPicturesIn) && isOn;
}

/** The window's policy is another one than the setting asks for: it changes with the next load. */
export function usePicturesWait(): boolean {
  const isOn = useSnapshot(({ preferences }) => preferences.remoteImages);
  return useApp(({ letsPicturesIn }) => letsPicturesIn) !== isOn;
}
