/** State per service: what was read from one says nothing about another. */
import { create } from 'zustand';
import { profileNow, useProfileId } from './app.ts';

interface PerService<T> {
  /** State of the current service. */
  use: () => T;
  of: (profileId: string) => T;
  change: (changed: Partial<T>, profileId?: string) => void;
}

export function perService<T extends object>(empty: T): PerService<T> {
  const useStates = create<Readonly<Record<string, T>>>()(() => ({}));
  const of = (profileId: string): T => useStates.getState()[profileId] ?? empty;
  return {
    use: () => {
      const profileId = useProfileId();
      return useStates((states) => states[profileId] ?? empty);
    },
    of,
    change: (changed, profileId = profileNow()) =>
      useStates.setState({ [profileId]: { ...of(profileId), ...changed } }),
  };
}
