/** What comes of laying the catalogue and the service's description side by side. */
import type { FactName } from './facts.ts';
import type { DescribedOperation, DescribedParameter } from './described.ts';

/** What the service says of something that we assumed. */
export interface Said {
  name: FactName;
  value: string;
  reason: string;
}

/** Why nothing was taken over, and what it could be. */
export interface NotTaken {
  name: FactName;
  why: string;
  candidates: string[];
}

/** What the service says otherwise than the specification. */
export interface Contradiction extends Said {
  documented: string;
  /** False: it is reported, but there is nothing that could be applied. */
  acceptable: boolean;
}

/** A parameter of one of our endpoints that only the description has. */
export interface Addition {
  endpointId: string;
  described: DescribedParameter;
  /** Keys of ours that this could be; as long as nobody knows, it is none of its own. */
  couldBe: string[];
}

export interface Reconciled {
  said: Said[];
  notTaken: NotTaken[];
  contradictions: Contradiction[];
  additions: Addition[];
  /** Endpoints that only the description has. */
  others: DescribedOperation[];
}
