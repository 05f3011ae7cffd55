/** Which service a profile is of: the built-in sample service has a name, others their address. */
export const sampleProfileId = 'sample';

export const isSampleProfile = (profile: { id: string } | null | undefined): boolean =>
  profile?.id === sampleProfileId;
