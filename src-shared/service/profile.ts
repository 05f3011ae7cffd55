import { z } from 'zod';

/** The service that something was asked of. It never determines which service is asked. */
export const askedServiceSchema = z.object({
  profileId: z.string().max(2000),
  address: z.string().max(2000),
});

/** Identifies a profile's service: the built-in sample service by a name, others by their address. */
export const sampleProfileId = 'sample';

/** Where rows of the sample service say that their media are, so that rows are the same at each start. */
export const sampleMediaAddress = 'https://media.example.org/';

export const isSampleProfile = (profile: { id: string } | null | undefined): boolean =>
  profile?.id === sampleProfileId;

/**
 * Whether what was asked of one service can go on with the one in use: a path of the address may lead to
 * another service on the same computer. The sample service has another address at each start.
 */
export const isSameService = (
  asked: z.infer<typeof askedServiceSchema>,
  inUse: { id: string; address: string } | null,
): boolean =>
  asked.profileId === inUse?.id &&
  (asked.profileId === sampleProfileId || asked.address === inUse.address);
