import { z } from 'zod';

/** The service that something was asked of. It never determines which service is asked. */
export const askedServiceSchema = z.object({
  profileId: z.string().max(2000),
  address: z.string().max(2000),
});

/** Identifies a profile's service: the built-in sample service by a name, others by their address. */
export const sampleProfileId = 'sample';

export const isSampleProfile = (profile: { id: string } | null | undefined): boolean =>
  profile?.id === sampleProfileId;
