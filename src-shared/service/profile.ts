/** Identifies a profile's service: the built-in sample service by a name, others by their address. */
export const sampleProfileId = 'sample';

export const isSampleProfile = (profile: { id: string } | null | undefined): boolean =>
  profile?.id === sampleProfileId;
