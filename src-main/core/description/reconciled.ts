/** The result of comparing the catalogue with the service's description. */
import type { FactName } from '#shared/contract/description.ts';
import type { DescribedOperation, DescribedParameter } from './described.ts';
import type { Field } from '#shared/catalogue/types.ts';

/** What the service says about something that we assumed. */
export interface Said {
  name: FactName;
  value: string;
  reason: string;
}

/** Why no value was taken from the description, and what the candidates are. */
export interface NotTaken {
  name: FactName;
  why: string;
  candidates: string[];
}

/** What the service says that differs from the specification. */
export interface Contradiction extends Said {
  documented: string;
  /** False: it is reported, but there is no value that could be applied. */
  acceptable: boolean;
}

/** A parameter of one of our endpoints that only the description has. */
interface Addition {
  endpointId: string;
  described: DescribedParameter;
  /** Keys of ours that it could be; until that is certain, it isn't added as a new one. */
  couldBe: string[];
}

export interface Reconciled {
  said: Said[];
  notTaken: NotTaken[];
  contradictions: Contradiction[];
  additions: Addition[];
  /** By resource: its fields as the description has them. */
  fields: Map<string, readonly Field[]>;
  /** Endpoints that only the description has. */
  others: DescribedOperation[];
}
