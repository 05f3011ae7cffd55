/** How a service is called by its profile's identity, also one that is not in use. */
import { sampleProfileId } from '#shared/service/profile.ts';

/** "Sample service", "data.example.org". */
export function serviceName(profileId: string): string {
  if (profileId === sampleProfileId) return 'Sample service';
  if (profileId === '') return 'Unknown service';
  return profileId.replace(/^https?:\/\//, '');
}
